// The digest of an image in an archive of `docker buildx build --output type=oci,dest=image.tar`.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const BLOCK = 512;
const DIGEST = /^sha256:([0-9a-f]{64})$/;
const REGULAR = new Set(['0', '\0']);
const DIRECTORY = '5';
/** Media types whose JSON names further blobs. */
const PARENTS = new Set([
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
]);

const textAt = (header, from, length) => {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('latin1');
};

/** The files of a tar archive by name. Throws for whatever two programs may read differently. */
function filesOf(archive) {
  const files = new Map();
  let at = 0;
  for (; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const header = archive.subarray(at, at + BLOCK);
    const name = textAt(header, 0, 100).replace(/^\.\//, '');
    const size = textAt(header, 124, 12).trim();
    const type = String.fromCharCode(header[156]);
    if (!/^[0-7]{1,11}$/.test(size) || textAt(header, 345, 155) !== '') {
      throw new Error(`the entry ${name} has an unsupported form`);
    }
    const from = at + BLOCK;
    const to = from + Number.parseInt(size, 8);
    if (to > archive.length) throw new Error(`the entry ${name} is incomplete`);
    if (REGULAR.has(type)) {
      if (files.has(name)) throw new Error(`the entry ${name} is there twice`);
      files.set(name, archive.subarray(from, to));
    } else if (type !== DIRECTORY) throw new Error(`the entry ${name} is not a file`);
    at = from + Math.ceil((to - from) / BLOCK) * BLOCK;
  }
  if (archive.subarray(at).some((byte) => byte !== 0)) throw new Error('data follows the archive');
  return files;
}

/** Verifies a blob and those below it, and adds their names to `reached`. */
function follow(files, { mediaType, digest }, reached) {
  const [, hex] = DIGEST.exec(digest) ?? [];
  const name = `blobs/sha256/${hex}`;
  if (reached.has(name)) return;
  const blob = files.get(name);
  if (blob === undefined) throw new Error(`the blob ${digest} is missing`);
  if (createHash('sha256').update(blob).digest('hex') !== hex) {
    throw new Error(`the blob ${digest} has another content`);
  }
  reached.add(name);
  if (!PARENTS.has(mediaType)) return;
  const { manifests = [], config, layers = [] } = JSON.parse(blob.toString('utf8'));
  for (const below of [...manifests, ...(config === undefined ? [] : [config]), ...layers]) {
    follow(files, below, reached);
  }
}

/**
 * The digest by which registries and engines name the image: `sha256:<hex>`. Throws unless the
 * archive holds one image, complete and unaltered, and nothing else.
 */
export function digestOfLayout(file) {
  const files = filesOf(readFileSync(file));
  const index = files.get('index.json');
  if (index === undefined) throw new Error('index.json is missing: it is not an OCI layout');
  const { manifests = [] } = JSON.parse(index.toString('utf8'));
  if (manifests.length !== 1) throw new Error(`it has ${manifests.length} images instead of one`);
  const reached = new Set(['index.json', 'oci-layout']);
  follow(files, manifests[0], reached);
  const others = [...files.keys()].filter((name) => !reached.has(name));
  if (others.length > 0) throw new Error(`the image does not refer to ${others.join(', ')}`);
  return manifests[0].digest;
}
