import { OutgoingFault, type OutgoingFaultKind } from '#platform/outgoing/destination.ts'
import { ownValue } from '#shared/dictionary.ts'

const words: Record<string, string> = {
  EADDRINUSE: 'The port is in use by another program.',
  EADDRNOTAVAIL: 'The listening address does not belong to this server.',
  EACCES: 'The program has no permission to open the port.',
  ECONNREFUSED: 'The analyser refuses the connection.',
  EHOSTUNREACH: 'The analyser cannot be reached.',
  ENETUNREACH: 'The analyser cannot be reached.',
  ECONNRESET: 'The analyser closed the connection.',
  EPIPE: 'The analyser closed the connection.',
  ETIMEDOUT: 'The analyser does not respond.',
  ENOTFOUND: 'The address of the analyser is unknown.',
  EAI_AGAIN: 'The address of the analyser is unknown.',
}
const kinds: Partial<Record<OutgoingFaultKind, string>> = {
  refused: 'The analyser refuses the connection.',
  closed: 'The analyser closed the connection.',
  slow: 'The analyser does not respond.',
  unreachable: 'The analyser cannot be reached.',
  'unknown host': 'The address of the analyser is unknown.',
}

/** What keeps a line from being there, in one sentence; of what nobody foresaw no word of the system, which names addresses. */
export const faultWords = (error: NodeJS.ErrnoException): string =>
  error instanceof OutgoingFault ? (kinds[error.kind] ?? error.message) : (ownValue(words, error.code ?? '') ?? 'The connection is broken.')
