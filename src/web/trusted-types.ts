interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (url: string) => string | null },
  ) => unknown
}

/** Only text without markup may be written as HTML (Mantine's style sheets are such text). */
export const htmlAllowed = (text: string): string | null => (text.includes('<') ? null : text)

/** Only our own built files may be loaded as a script: the live worker is one. */
export const scriptUrlAllowed = (url: string, origin: string): string | null => {
  const target = URL.parse(url, origin)
  return target && target.origin === origin && target.pathname.startsWith('/assets/') ? target.href : null
}

/** Makes the one policy that the page's content security policy names; does nothing in browsers without Trusted Types. */
export const installTrustedTypes = () => {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  if (!factory || import.meta.env.DEV) return
  factory.createPolicy('default', { createHTML: htmlAllowed, createScriptURL: (url) => scriptUrlAllowed(url, location.origin) })
}

/** The nonce of this page, for the style sheets that libraries write at run time. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
