import type { Words } from '../rules.ts'

const signature = '{clinic}\n{clinic_phone}'
/** An e-mail of these lines, signed by the clinic. */
export const mail = (subject: string, ...lines: string[]): Words => ({ subject, body: [...lines, '', signature].join('\n') })
/** An SMS of these lines. */
export const short = (...lines: string[]): Words => ({ subject: '', body: lines.join('\n') })
