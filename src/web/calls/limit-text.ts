import { t } from '../i18n.ts'
import type { ApiError } from './http.ts'

/**
 * A limit that was reached, in a sentence for a person that says when to try again; null for a refusal of another kind. The server's own sentence
 * has numbers in it, so that no translation fits it.
 */
export const limitText = ({ code, detail, body, retryAfter }: ApiError): string | null => {
  switch (code) {
    case 'upload_quota':
      if (body['unit'] === 'files') return t('Today’s limit of {limit} files is reached. Send the rest tomorrow.', body)
      return t('{used} of today’s {limit} MB are used. Send a smaller file, or this one tomorrow.', body)
    case 'too_many_at_once':
    case 'queue_full':
      return t('{limit} tasks are already queued. Try again when some are finished.', body)
    case 'busy':
      return t('The server is busy. Try again in a moment.')
    case 'throttled':
      return detail.startsWith('Limit: ') ? t('Too many requests. Try again in {n} min.', { n: Math.ceil((retryAfter || 1) / 60) }) : null
    default:
      return null
  }
}
