import { t } from '../i18n.ts'
import type { ApiError } from './http.ts'

const MINUTE = 60

/** Whole minutes until a refused call may be tried again; one where the server does not say. */
export const minutesToWait = ({ retryAfter }: Pick<ApiError, 'retryAfter'>): number =>
  Math.max(1, Math.ceil((retryAfter ?? MINUTE) / MINUTE))

/**
 * A refusal for a limit, in a sentence for a person that says when to try again; null for every other one. The server's own sentence has numbers
 * in it, so that no translation fits it.
 */
export const limitText = (error: Pick<ApiError, 'code' | 'detail' | 'body' | 'retryAfter'>): string | null => {
  const { code, detail, body } = error
  const { limit, used, unit } = body
  switch (code) {
    case 'upload_quota':
      if (unit === 'files') return t('Today’s limit of {{limit}} files is reached. Send the rest tomorrow.', { limit })
      return used === 0
        ? t('The file is too large: {{n}} MB at most.', { n: limit })
        : t('This file does not fit into today’s limit: {{used}} of {{limit}} MB are used. Send a smaller one, or send it tomorrow.', {
            used,
            limit,
          })
    case 'too_many_at_once':
      return t('{{limit}} of your requests are under way already. Try again when some are done.', { limit })
    case 'queue_full':
      return t('{{limit}} tasks are waiting already. Try again when some are done.', { limit })
    case 'busy':
      return t('The server is busy. Try again in a moment.')
    case 'throttled':
      return /^(Limit: |Too many requests)/.test(detail)
        ? t('Too many requests. Try again in {{count}} minutes.', { count: minutesToWait(error) })
        : null
    default:
      return null
  }
}
