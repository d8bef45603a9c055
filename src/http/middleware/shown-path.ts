const ourId = /^([a-z]{2,4}_[0-9a-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Fills in the requested ids. A parameter that is not an id of the gateway may be personal data, so
 * its name is shown instead of its value.
 */
export function shownPath(route: string, params: Readonly<Record<string, string>>): string {
  if (!route.includes(':')) return route;
  return route.replace(/:(\w+)/g, (written, name: string) => {
    const value = params[name] ?? '';
    return ourId.test(value) ? value : written;
  });
}
