const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => entities[sign]);

/** For search and descriptions. */
export const plainText = (html) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => signs[entity])
    .replace(/\s+/g, ' ')
    .trim();

const signs = Object.fromEntries(Object.entries(entities).map(([sign, entity]) => [entity, sign]));
