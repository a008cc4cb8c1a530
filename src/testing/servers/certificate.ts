import { generate } from 'selfsigned'
import type { TlsOptions } from '#platform/http/tls.ts'

/** A certificate of this machine for a day, which callers trust only when they are told to. */
export const makeCertificate = async (): Promise<TlsOptions> => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  })
  return { cert: made.cert, key: made.private }
}
