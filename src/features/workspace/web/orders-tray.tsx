import { Button, Kbd } from '@mantine/core'
import { TestsPanel } from '#features/laboratory/web/tests-panel.tsx'
import { usePrices } from '#features/laboratory/web/use-prices.ts'
import { useSentOrders } from '#features/laboratory/web/use-sent-orders.ts'
import { useTests } from '#features/laboratory/web/use-tests.ts'
import { PrescribePanel } from '#features/prescriptions/web/prescribe-panel.tsx'
import { useLeavingGuard } from '#features/order-drafts/web/use-leaving-guard.ts'
import { useActiveLines } from '#features/prescriptions/web/use-active-lines.ts'
import { useBasket } from '#features/prescriptions/web/use-basket.ts'
import { isActiveLine } from '#features/prescriptions/web/use-check.ts'
import { WriteLetter } from '#features/letters/web/write-letter-panel.tsx'
import { PregnancyFlag } from '#features/patients/web/pregnancy-status.tsx'
import { ReferralPanel } from '#features/referrals/web/referral-panel.tsx'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import type { WorkspaceOnScreen } from './use-workspace.ts'
import { trayTotal } from './tray-total.ts'
import styles from './workspace.module.css'

const SEND_KEY = 'Mod+O'
type Visit = NonNullable<WorkspaceOnScreen['visit']>

/** Everything that is asked for in a visit: tests, drugs, referrals. What is chosen goes out with one key. */
export const OrdersTray = ({ visit }: { visit: Visit }) => {
  const { allowed } = useRights()
  const basket = useBasket(visit.id, visit.patient)
  const tests = useTests(visit.id, visit.process_test_req)
  const { priceOf } = usePrices()
  useLeavingGuard(visit.id)
  const count = basket.lines.length + tests.tests.length
  const isSending = basket.sending || tests.sending
  const total = trayTotal(basket.total, tests.tests.map(priceOf))
  // Their prices are on the bill.
  const sent = useSentOrders(visit.process_test_req) + useActiveLines(visit.id).drugs.filter(isActiveLine).length
  const send = async () => {
    if (count === 0 || isSending) return
    // Drugs first: they are what may be refused, and whoever turns back there sends nothing.
    if ((await basket.send()) && (await tests.send()))
      toast.done(t('{count, plural, one {# order sent.} other {# orders sent.}}', { count }))
  }
  useKeys([{ keys: SEND_KEY, label: t('Send orders'), run: () => void send() }])
  return (
    <aside className={`panel ${styles.orders}`} aria-label={t('Orders')}>
      <header className="panel-head">
        <h2 className="grow">{t('Orders')}</h2>
        {count > 0 && <span className="small t3 num">{t('{count} not sent', { count })}</span>}
      </header>
      {visit.pregnancy?.state === 'pregnant' && (
        <div className={`rigid ${styles.ordersPregnancy}`}>
          <PregnancyFlag pregnancy={visit.pregnancy} />
        </div>
      )}
      <div className={`stack scroll gap-5 pad-5-6 ${styles.ordersBody}`}>
        {allowed('laboratory.view') && <TestsPanel visit={visit} />}
        {allowed('prescriptions.view') && <PrescribePanel visit={visit} patient={{ id: visit.patient }} />}
        {allowed('referrals.view') && <ReferralPanel visit={visit} />}
        <WriteLetter patient={visit.patient} visit={visit.id} />
      </div>
      {(allowed('prescriptions.change') || allowed('laboratory.request')) && (
        <footer className={`in-row rigid line-top gap-4 ${styles.ordersFoot}`}>
          <span className="grow num small">
            <span className="t3">{t('Not sent')}</span> <b>{money(total)}</b>
            {sent > 0 && (
              <span className="t3 block">
                {t('{count, plural, one {# order sent, on the bill} other {# orders sent, on the bill}}', { count: sent })}
              </span>
            )}
          </span>
          <Button
            disabled={count === 0}
            loading={isSending}
            rightSection={<Kbd className="not-phone">{keyLabel(SEND_KEY)}</Kbd>}
            onClick={() => void send()}
          >
            {t('{count, plural, one {Send # order} other {Send # orders}}', { count })}
          </Button>
        </footer>
      )}
    </aside>
  )
}
