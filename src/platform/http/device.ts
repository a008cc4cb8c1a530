/**
 * The cookie that ties refresh tokens to the browser they were given to. It signs nobody in. Under https its name begins with `__Host-`: browsers
 * then take it from this very host alone, over https alone, so that no neighbour of the domain and nobody on the wire can put one of their own in
 * its place. Over plain http no browser would keep such a name.
 */
export const deviceCookieName = (isHttps: boolean) => (isHttps ? '__Host-kliniki_device' : 'kliniki_device')

/** The Set-Cookie text of a device cookie, or of its removal. `secure`: over https, or on this very machine. */
export const deviceCookie = (value: string | null, { isHttps, secure }: { isHttps: boolean; secure: boolean }) =>
  `${deviceCookieName(isHttps)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${value ? 34_560_000 : 0}${secure ? '; Secure' : ''}`
