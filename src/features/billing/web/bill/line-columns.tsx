import { IconReceiptRefund, IconTagOff } from '@tabler/icons-react'
import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { isLive, isNothing, shortQuantity } from '../bill-rules.ts'
import { itemCategoryWord } from '../bill-words.ts'

const Mark = ({ of }: { of: InvoiceItem }) => {
  if (!isLive(of))
    return (
      <span className="row" title={of.cancel_reason ?? undefined}>
        <Status tone="inactive">{t('Cancelled')}</Status>
      </span>
    )
  if (of.price_source === 'none')
    return (
      <Status chip tone="attention" icon={IconTagOff}>
        {t('No price')}
      </Status>
    )
  return (
    <>
      {!isNothing(of.credited) && (
        <Status tone="inactive" icon={IconReceiptRefund}>
          {t('{{amount}} credited', { amount: money(of.credited) })}
        </Status>
      )}
      {!isNothing(of.waiver) && <Status tone="inactive">{t('{{amount}} forgiven', { amount: money(of.waiver) })}</Status>}
    </>
  )
}

const Item = ({ of }: { of: InvoiceItem }) => (
  <span className="row">
    <span
      title={[of.item_name, of.item_code, itemCategoryWord(of.category), of.created_by_name, dateTime(of.item_created_at)]
        .filter(Boolean)
        .join(' · ')}
    >
      {isLive(of) ? of.item_name : <s>{of.item_name}</s>}
      {of.item_code && <span className="t3 small"> {of.item_code}</span>}
    </span>
    <Mark of={of} />
  </span>
)

const amount = (value: string) => (isNothing(value) ? <span className="t3">–</span> : money(value))

/** The columns of a bill's lines: only those that say something on this bill, and fewer where there is less room. */
export const lineColumns = (bill: Invoice, lines: readonly InvoiceItem[], isNarrow: boolean): readonly Column<InvoiceItem>[] => {
  const live = lines.filter(isLive)
  const isAdjusted = live.some(({ discount, waiver }) => !isNothing(discount) || !isNothing(waiver))
  const isTaxed = live.some(({ tax }) => !isNothing(tax))
  const isInsured = bill.insurance_company !== null || live.some(({ insurer_amount }) => !isNothing(insurer_amount))
  const columns: (Column<InvoiceItem> | false)[] = [
    { key: 'item', title: t('Item'), wraps: true, render: (line) => <Item of={line} /> },
    { key: 'quantity', title: t('Qty'), width: 64, align: 'end', render: ({ quantity }) => shortQuantity(quantity) },
    {
      key: 'price',
      title: t('Price'),
      width: 96,
      align: 'end',
      hideOnPhone: true,
      render: ({ sale_price, price_source, adjustment_reason }) =>
        price_source === 'none' ? <span className="t3">–</span> : <span title={adjustment_reason ?? undefined}>{money(sale_price)}</span>,
    },
    isAdjusted && {
      key: 'discount',
      title: t('Discount'),
      width: 96,
      align: 'end' as const,
      hideOnPhone: true,
      render: ({ discount, adjustment_reason, adjusted_by_name }) => (
        <span title={[adjustment_reason, adjusted_by_name].filter(Boolean).join(' · ') || undefined}>{amount(discount)}</span>
      ),
    },
    isTaxed &&
      !isNarrow && {
        key: 'tax',
        title: t('Tax'),
        width: 88,
        align: 'end' as const,
        hideOnPhone: true,
        render: ({ tax, tax_rate }) => <span title={`${tax_rate} %`}>{amount(tax)}</span>,
      },
    isInsured && {
      key: 'insurer',
      title: t('Insurer'),
      width: 96,
      align: 'end' as const,
      hideOnPhone: true,
      render: ({ insurer_amount }) => amount(insurer_amount),
    },
    // Without an insurer the patient pays the total.
    isInsured && {
      key: 'patient',
      title: t('Patient'),
      width: 96,
      align: 'end' as const,
      hideOnPhone: true,
      render: ({ patient_amount, waiver }) => (
        <span title={isNothing(waiver) ? undefined : t('{{amount}} forgiven', { amount: money(waiver) })}>{amount(patient_amount)}</span>
      ),
    },
    {
      key: 'total',
      title: t('Total'),
      width: 104,
      align: 'end',
      render: ({ item_amount, price_source }) =>
        price_source === 'none' ? <span className="t3">–</span> : <span className="strong">{money(item_amount)}</span>,
    },
    // An insurer's columns need its room; who added a line stands in the tooltip too.
    !isNarrow &&
      !isInsured && {
        key: 'who',
        title: t('Added by'),
        width: 136,
        hideOnPhone: true,
        render: ({ created_by_name, item_created_at }) => <span title={dateTime(item_created_at)}>{created_by_name}</span>,
      },
  ]
  return columns.filter((column) => column !== false)
}
