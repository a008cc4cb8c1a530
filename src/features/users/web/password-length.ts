import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { getPasswordRules } from '../contract-security.ts'

/** How long this clinic wants passwords: in words for a box, and as a check before anything is sent. Until it is known the server judges. */
export const usePasswordLength = () => {
  const least = useQuery(query(getPasswordRules)).data?.password_length
  return {
    hint: least === undefined ? ' ' : t('At least {n} characters.', { n: least }),
    check: (box: string, password: string): Record<string, string> =>
      least !== undefined && Array.from(password).length < least ? { [box]: t('Use at least {n} characters.', { n: least }) } : {},
  }
}
