import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { isNothing } from './bill-rules.ts'
import { useBalance } from './use-balance.ts'

/** What a patient owes, as a fact of the banner; nothing is shown while nothing is due either way. */
export const PatientBalance = ({ patientId }: { patientId: number }) => {
  const { balance } = useBalance(patientId)
  if (balance === undefined || isNothing(balance)) return null
  const isOwed = balance.startsWith('-')
  return (
    <dl className="banner-facts num">
      <div>
        <dt>{isOwed ? t('To refund') : t('Balance due')}</dt>
        <dd>{money(isOwed ? balance.slice(1) : balance, { withCurrency: true })}</dd>
      </div>
    </dl>
  )
}
