import { OutgoingFault, type OutgoingFaultKind } from '#platform/outgoing/destination.ts'
import { ownValue } from '#shared/dictionary.ts'

const words: Record<string, string> = {
  EADDRINUSE: 'The port is taken by another program.',
  EADDRNOTAVAIL: 'The address to listen on is not one of this machine.',
  EACCES: 'The port may not be opened by this program.',
  ECONNREFUSED: 'The instrument refuses the connection.',
  EHOSTUNREACH: 'The instrument cannot be reached.',
  ENETUNREACH: 'The instrument cannot be reached.',
  ECONNRESET: 'The instrument closed the connection.',
  EPIPE: 'The instrument closed the connection.',
  ETIMEDOUT: 'The instrument does not answer.',
  ENOTFOUND: 'The address of the instrument is not known.',
  EAI_AGAIN: 'The address of the instrument is not known.',
}
const kinds: Partial<Record<OutgoingFaultKind, string>> = {
  refused: 'The instrument refuses the connection.',
  closed: 'The instrument closed the connection.',
  slow: 'The instrument does not answer.',
  unreachable: 'The instrument cannot be reached.',
  'unknown host': 'The address of the instrument is not known.',
}

/** What keeps a line from being there, in one sentence; of what nobody foresaw no word of the system, which names addresses. */
export const faultWords = (error: NodeJS.ErrnoException): string =>
  error instanceof OutgoingFault ? (kinds[error.kind] ?? error.message) : (ownValue(words, error.code ?? '') ?? 'The line is broken.')
