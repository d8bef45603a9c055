import { chooseLanguage, keepChoice } from '../../../src/web/kit/language';

describe('the language of a page', () => {
  it.each([
    ['nothing is said', undefined, {}, 'th'],
    ['the browser prefers it', undefined, { 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
    ['the browser prefers Thai', undefined, { 'accept-language': 'en;q=0.8, th-TH' }, 'th'],
    ['the browser knows neither', undefined, { 'accept-language': 'de, *;q=0.5' }, 'th'],
    ['the browser refuses it', undefined, { 'accept-language': 'en;q=0' }, 'th'],
    ['both are as good', undefined, { 'accept-language': 'en, th' }, 'en'],
    [
      'it was chosen before',
      undefined,
      { 'accept-language': 'th', cookie: 'a=b; saphan_lang=en' },
      'en',
    ],
    ['the address names it', 'en', { 'accept-language': 'th', cookie: 'saphan_lang=th' }, 'en'],
    ['the address names no language of ours', 'xx', { cookie: 'saphan_lang=en' }, 'en'],
    ['the address names two', ['en', 'th'], {}, 'th'],
    ['the cookie is not ours', undefined, { cookie: 'saphan_lang=xx; saphan_lang' }, 'th'],
  ])('where %s', (_case, named, headers, expected) => {
    expect(chooseLanguage(named, headers)).toBe(expected);
  });

  it('is kept once it is chosen, for the pages only, and by no script', () => {
    expect(keepChoice('en', {}, true)).toBe(
      'saphan_lang=en; Path=/pay; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure',
    );
    expect(keepChoice('en', {}, false)).not.toContain('Secure');
    expect(keepChoice('en', { cookie: 'saphan_lang=en' }, true)).toBeNull();
    expect(keepChoice(undefined, {}, true)).toBeNull();
  });
});
