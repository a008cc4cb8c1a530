const MAX = 300
/** What may stand in double quotes: names of the program's own things. */
const NAMED = /\b(?:constraint|relation|column|table|function|schema|type|role|database|index) $/

/** What stands in single quotes or grave accents: at a word's beginning, so that no apostrophe opens one. */
const QUOTED = /(?<![\p{L}\p{N}])(['`])(?:(?!\1).)*\1/gu
const LINK = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]*/gi
/** Folders of the server: from the root, a drive or another machine on. */
const PATH = /(?<![\p{L}\p{N}.…])(?:[a-z]:[\\/]|\\\\|~?\/)[^\s"'`<>|:,;)]+/giu
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d{1,5}\b)?/g
const IPV6 = /\[?(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w+)?(?![\w:])\]?(?::\d{1,5}\b)?/gi
/** Names of machines: what a look-up asked for, what a port follows, and names with dots that are no file or word of the program. */
const LOOKED_UP = /(?<=\b(?:ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\s)[\w.-]+/g
const HOST_PORT = /\b[a-z][\w-]*(?:\.[\w-]+)*:\d{2,5}\b/gi
const HOST = /\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b/gi

/**
 * What a job says of its failure, for people: one line, without what the database quotes of a row, and without addresses of people and
 * machines and places on the server. Of an error of the database the message alone is ever read, never its detail.
 */
export const errorWords = (output: unknown): string => {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  const text = typeof message === 'string' ? message : value?.message
  if (typeof text !== 'string' || text.trim() === '') return ''
  return text
    .split('\n', 1)[0]!
    .slice(0, 10 * MAX)
    .replaceAll(/"[^"]*"/g, (quoted, at: number, whole: string) => (NAMED.test(whole.slice(0, at)) ? quoted : '"…"'))
    .replaceAll(LINK, '…')
    .replaceAll(QUOTED, '$1…$1')
    .replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '…@…')
    .replaceAll(PATH, '…')
    .replaceAll(IPV4, '…')
    .replaceAll(IPV6, '…')
    .replaceAll(LOOKED_UP, '…')
    .replaceAll(HOST_PORT, '…')
    .replaceAll(HOST, '…')
    .replaceAll(/\+?\d{7,}/g, '…')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX)
    .toWellFormed()
}
