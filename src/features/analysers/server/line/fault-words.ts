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
/** What keeps a line from being there, in one sentence; of what nobody foresaw no word of the system, which names addresses. */
export const faultWords = ({ code }: NodeJS.ErrnoException): string => words[code ?? ''] ?? 'The line is broken.'
