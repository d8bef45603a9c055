/** The version in package.json. A test compares them. */
export const VERSION = '1.0.0';
