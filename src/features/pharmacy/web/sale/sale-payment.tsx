import { Button, Kbd } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { PaymentMode } from '#features/billing/contract-payments.ts'
import { nextPart, PayFields, type PayFormOf, type PartValues, SameReference, usualMode } from '#features/billing/web/pay-fields.tsx'
import { sumOf } from '#shared/money.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import { Note } from '#web/ui/status.tsx'
import { isFree, sumsOf } from './sale-sums.ts'
import type { useSale } from './use-sale.ts'
import styles from './sale.module.css'

/** One way of paying follows the total until somebody splits it. */
const useFollowTotal = (form: PayFormOf, total: string | null, modes: PaymentMode[]) => {
  const followed = useRef<string | null>(null)
  useEffect(() => {
    const usual = usualMode(modes)
    if (total === null || total === followed.current || !usual) return
    followed.current = total
    const [only, more] = form.getValues().payments
    if (more || (!only && isFree(total))) return
    const part: PartValues = only ? { ...only, amount: total } : nextPart(usual, sumsOf(total), [], modes)
    form.setValues({ payments: [part] })
  }, [form, modes, total])
}

interface Props {
  form: PayFormOf
  modes: PaymentMode[]
  sale: ReturnType<typeof useSale>
  errors: readonly string[]
}

/** What it comes to, how it is paid, and the button that sells. */
export const SalePayment = ({ form, modes, sale, errors }: Props) => {
  const { before, same, block, finish } = sale
  const { total, insurerTotal, byKey } = sale.check
  useFollowTotal(form, total, modes)
  const priced = sumOf([...byKey.values()].flatMap(({ total_price }) => total_price ?? []))
  return (
    <section className={`section stack min-w-0 gap-5 ${styles.pay}`} data-part="sale-pay" aria-label={t('Payment')}>
      {total !== null && priced !== total && (
        <p className="row t2">
          <span className="grow">{t('All lines')}</span>
          <span className="num">{money(priced)}</span>
        </p>
      )}
      {total !== null && !isFree(insurerTotal) && (
        <p className="row t2">
          <span className="grow">{t('Insurer pays')}</span>
          <span className="num">{money(insurerTotal)}</span>
        </p>
      )}
      <p className={`row strong items-baseline ${styles.total}`}>
        <span className="grow">{t('To pay')}</span>
        <output className="size-3xl num" aria-live="polite">
          {total === null ? <span className="t3">–</span> : money(total, { withCurrency: true })}
        </output>
      </p>
      {before !== null && total !== null && before !== total && (
        <Note tone="attention" alert>
          {t('The price has changed: {before} → {now}. Inform the customer, then sell again.', {
            before: money(before),
            now: money(total),
          })}
        </Note>
      )}
      {errors.map((text) => (
        <Note key={text} tone="critical" alert>
          {text}
        </Note>
      ))}
      {total !== null && !isFree(total) && <PayFields form={form} sums={sumsOf(total)} modes={modes} />}
      {same !== null && <SameReference receipt={same} onRight={sale.sayItIsAnother} />}
      <div className={`stack min-w-0 gap-4 ${styles.finish}`} data-part="sale-finish">
        <Button
          type="submit"
          variant="filled"
          fullWidth
          loading={sale.endpointForm.saving}
          aria-keyshortcuts="F9 Control+Enter"
          aria-describedby={block === null ? undefined : 'sale-block'}
          rightSection={<Kbd className="not-phone">F9</Kbd>}
          onClick={(event) => {
            event.preventDefault()
            finish()
          }}
        >
          {total === null || isFree(total) ? t('Sell') : t('Take {amount}', { amount: money(total, { withCurrency: true }) })}
        </Button>
        {block !== null && (
          <p id="sale-block" className="small t2">
            {block}
          </p>
        )}
        <p className="small t3 not-phone">
          {t('F9: go to payment, press again to sell. {key}: sell at once.', { key: keyLabel('Mod+Enter') })}
        </p>
      </div>
    </section>
  )
}
