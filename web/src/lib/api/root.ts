/** Where everything is that the page asks for. */
export const ROOT = 'api/v1';
