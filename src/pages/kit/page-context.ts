import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageContext, SignedInContext } from './screen';

/** The context of the page that is rendered. A page without a session has no form token. */
type Current = PageContext & Partial<Pick<SignedInContext, 'formToken'>>;

export const CurrentPage = createContext<Current | null>(null);

/** Throws Error outside a page. */
export function usePage(): Current {
  const page = useContext(CurrentPage);
  if (page === null) throw new Error('the component is rendered outside a page');
  return page;
}
