import sharp from 'sharp';

/**
 * The image library, restricted for the whole process because its input is untrusted: it decodes
 * four formats from memory, and neither SVG or PDF nor files by name. Every module imports it from
 * here: settings made after its first use have no effect.
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
// One thread per picture, so that others stay free. No picture is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

export { sharp };
