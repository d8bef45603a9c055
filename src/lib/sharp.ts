import sharp from 'sharp';

/**
 * The picture library, for the whole process as narrow as pictures of strangers need it: it opens
 * four formats from memory and nothing else, so never an SVG, a PDF or a file by its name.
 * Everything of ours imports it from here; a setting that came later would come too late.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// One picture, one thread: what else the process does goes on. No picture is opened twice.
sharp.concurrency(1);
sharp.cache(false);

export { sharp };
