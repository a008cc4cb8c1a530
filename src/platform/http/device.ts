/** The cookie that ties refresh tokens to the browser they were given to. It signs nobody in. */
export const DEVICE_COOKIE = 'kliniki_device'

/** The Set-Cookie text of a device cookie, or of its removal. */
export const deviceCookie = (value: string | null, secure: boolean) =>
  `${DEVICE_COOKIE}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${value ? 34_560_000 : 0}${secure ? '; Secure' : ''}`
