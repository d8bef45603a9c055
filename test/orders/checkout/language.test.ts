import { chooseLanguage, keepChoice } from '../../../src/pages/kit/language';

describe('language of a page', () => {
  it.each([
    ['no preference: Thai', undefined, {}, 'th'],
    ['Accept-Language: English', undefined, { 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
    [
      'Accept-Language: Thai over English',
      undefined,
      { 'accept-language': 'en;q=0.8, th-TH' },
      'th',
    ],
    ['Accept-Language: neither', undefined, { 'accept-language': 'de, *;q=0.5' }, 'th'],
    ['Accept-Language: English with q=0', undefined, { 'accept-language': 'en;q=0' }, 'th'],
    [
      'Accept-Language: equal quality, English first',
      undefined,
      { 'accept-language': 'en, th' },
      'en',
    ],
    [
      'cookie before Accept-Language',
      undefined,
      { 'accept-language': 'th', cookie: 'a=b; saphan_lang=en' },
      'en',
    ],
    ['query before cookie', 'en', { 'accept-language': 'th', cookie: 'saphan_lang=th' }, 'en'],
    ['unsupported query, then cookie', 'xx', { cookie: 'saphan_lang=en' }, 'en'],
    ['two query values: ignored', ['en', 'th'], {}, 'th'],
    ['malformed cookie: ignored', undefined, { cookie: 'saphan_lang=xx; saphan_lang' }, 'th'],
  ])('%s', (_case, named, headers, expected) => {
    expect(chooseLanguage(named, headers)).toBe(expected);
  });

  it('is stored in an HttpOnly cookie for the checkout path', () => {
    expect(keepChoice('en', {}, true)).toBe(
      'saphan_lang=en; Path=/pay; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure',
    );
    expect(keepChoice('en', {}, false)).not.toContain('Secure');
    expect(keepChoice('en', { cookie: 'saphan_lang=en' }, true)).toBeNull();
    expect(keepChoice(undefined, {}, true)).toBeNull();
  });
});
