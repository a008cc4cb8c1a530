import { Button, ActionIcon, Kbd } from '@mantine/core'
import { IconFileUnknown, IconArrowLeft, IconDiscount, IconUserDollar, IconReceiptRefund, IconTagOff } from '@tabler/icons-react'
import { useEffect, lazy, Suspense, useState } from 'react'
import { Link, useParams, useNavigate } from 'react-router'
import { ApiError } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { BillDocuments } from './bill-documents.tsx'
import { BillSide } from './bill-side.tsx'
import { billedTo, itemCategoryWord } from '../bill-labels.ts'
import { useBill, useBillRights } from './use-bill.ts'
import { useMediaQuery } from '@mantine/hooks'
import type { Rows } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { isLive, isNothing, shortQuantity } from '../bill-rules.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { date, dateTime, money } from '#web/text/format.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { BillStatus } from '../bill-status.tsx'
import billStyles from './bill.module.css'
import documentStyles from './bill-documents.module.css'
import { LAPTOP } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'

const Mark = ({ item }: { item: InvoiceItem }) => {
  if (!isLive(item))
    return (
      <span className="row" title={item.cancel_reason ?? undefined}>
        <Status tone="inactive">{t('Cancelled')}</Status>
      </span>
    )
  if (item.price_source === 'none')
    return (
      <Status chip tone="attention" icon={IconTagOff}>
        {t('No price')}
      </Status>
    )
  return (
    <>
      {!isNothing(item.credited) && (
        <Status tone="inactive" icon={IconReceiptRefund}>
          {t('{amount} credited', { amount: money(item.credited) })}
        </Status>
      )}
      {!isNothing(item.waiver) && <Status tone="inactive">{t('{amount} waived', { amount: money(item.waiver) })}</Status>}
    </>
  )
}

const Item = ({ item }: { item: InvoiceItem }) => (
  <span className="row">
    <span
      title={[item.item_name, item.item_code, itemCategoryWord(item.category), item.created_by_name, dateTime(item.item_created_at)]
        .filter(Boolean)
        .join(' · ')}
    >
      {isLive(item) ? item.item_name : <s>{item.item_name}</s>}
      {item.item_code && <span className="t3 small"> {item.item_code}</span>}
    </span>
    <Mark item={item} />
  </span>
)

const amount = (value: string) => (isNothing(value) ? <span className="t3">–</span> : money(value))

/** The columns of a bill's lines: only those that say something on this bill, and fewer where there is less room. */
const lineColumns = (bill: Invoice, lines: readonly InvoiceItem[], isNarrow: boolean): readonly Column<InvoiceItem>[] => {
  const live = lines.filter(isLive)
  const isAdjusted = live.some(({ discount, waiver }) => !isNothing(discount) || !isNothing(waiver))
  const isTaxed = live.some(({ tax }) => !isNothing(tax))
  const isInsured = bill.insurance_company !== null || live.some(({ insurer_amount }) => !isNothing(insurer_amount))
  const columns: (Column<InvoiceItem> | false)[] = [
    { key: 'item', title: t('Item'), wraps: true, render: (line) => <Item item={line} /> },
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
        <span title={isNothing(waiver) ? undefined : t('{amount} waived', { amount: money(waiver) })}>{amount(patient_amount)}</span>
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

// What opens menus and dialogs comes after the bill is drawn.
const PrintMenu = lazy(async () => ({ default: (await import('./print-menu.tsx')).PrintMenu }))
const DiscountDialog = lazy(async () => ({ default: (await import('./discount-dialog.tsx')).DiscountDialog }))
const PayerDialog = lazy(async () => ({ default: (await import('./payer-dialog.tsx')).PayerDialog }))

const Owner = ({ bill }: { bill: Invoice }) => {
  const { allowed } = useRights()
  const name = billedTo(bill)
  return (
    <span className="row wrap">
      {bill.patient !== null && allowed('patients.view') ? (
        <Link className="link strong" to={`/dashboard/patients/${bill.patient}?tab=billing`}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className="strong">{name}</bdi>
      )}
      <span className="t3 num">
        {[
          bill.patient_number ?? t('No patient'),
          bill.track_number,
          bill.invoice_description,
          bill.invoice_date && bill.issued_by_name
            ? t('issued {date} by {who}', { date: date(bill.invoice_date), who: bill.issued_by_name })
            : bill.invoice_date && t('issued {date}', { date: date(bill.invoice_date) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}

/** Which bill this is, whose, who pays, and how it stands. */
const BillHead = ({ bill, lines }: { bill: Invoice; lines: InvoiceItem[] | undefined }) => {
  const go = useNavigate()
  const { mayChangePayer, mayDiscount } = useBillRights(bill)
  const [isDiscounting, setDiscounting] = useState(false)
  const [isChoosingPayer, setChoosingPayer] = useState(false)
  const payer = bill.insurance_company_name ?? t('Self-pay (cash)')
  const toQueue = () => void go('/dashboard/billing')
  useKeys([
    { keys: 'B', label: t('Back to queue'), run: toQueue },
    ...(mayChangePayer ? [{ keys: 'Y', label: t('Change payer'), run: () => setChoosingPayer(true) }] : []),
  ])
  return (
    <header className={`in-row gap-4-5 ${billStyles.head}`}>
      <ActionIcon aria-label={t('Back to queue')} aria-keyshortcuts="B" onClick={toQueue} size="var(--k-control)" variant="default">
        <IconArrowLeft size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <div className="grow">
        <span className="row wrap">
          <h1 className="num" title={dateTime(bill.invoice_created_at)}>
            {bill.invoice_number ?? t('Bill')}
          </h1>
          <BillStatus bill={bill} chip />
          <OrdersPending visit={bill.visit} />
        </span>
        <Owner bill={bill} />
      </div>
      <div className="row wrap actions no-print">
        {mayChangePayer ? (
          <Button
            leftSection={<IconUserDollar size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">Y</Kbd>}
            aria-keyshortcuts="Y"
            onClick={() => setChoosingPayer(true)}
          >
            <span className={`clip ${billStyles.payer}`}>{payer}</span>
          </Button>
        ) : (
          <span className="t2">
            {payer}
            {bill.member_number && <span className="t3 num"> · {bill.member_number}</span>}
          </span>
        )}
        {mayDiscount && bill.item_count > 0 && (
          <Button leftSection={<IconDiscount size={16} aria-hidden />} onClick={() => setDiscounting(true)}>
            {t('Discount')}
          </Button>
        )}
        <Suspense>
          <PrintMenu bill={bill} />
        </Suspense>
      </div>
      <Suspense>{isDiscounting && <DiscountDialog bill={bill} onClose={() => setDiscounting(false)} />}</Suspense>
      <Suspense>{isChoosingPayer && lines && <PayerDialog bill={bill} lines={lines} onClose={() => setChoosingPayer(false)} />}</Suspense>
    </header>
  )
}

const AddItem = lazy(async () => ({ default: (await import('./add-item.tsx')).AddItem }))
const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }))

/** What is on a bill: one row a charge; on a draft Enter changes one. */
const BillLines = ({ bill, lines }: { bill: Invoice; lines: Rows<InvoiceItem> }) => {
  const rights = useBillRights(bill)
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [isWhole, setWhole] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  const cancelled = lines.data?.filter((line) => !isLive(line)).length ?? 0
  const shown = lines.data?.filter((line) => isWhole || isLive(line))
  const opened = lines.data?.find(({ id }) => id === openId)
  return (
    <>
      {rights.mayCharge && (
        <Suspense fallback={<div className={`skeleton ${billStyles.add}`} />}>
          <AddItem bill={bill} />
        </Suspense>
      )}
      <div className={`stack ${billStyles.lines}`} data-draft={rights.isDraft || undefined}>
        <DataTable
          label={t('Bill lines')}
          columns={lineColumns(bill, shown ?? [], isNarrow)}
          rows={{ ...lines, data: shown, total: shown?.length ?? null }}
          rowKey={({ id }) => id}
          onOpen={({ id }) => setOpenId(id)}
          empty={
            <Empty title={t('No items on this bill yet')}>
              {rights.mayCharge
                ? t('Orders are charged automatically during the visit. Add anything else above.')
                : t('Orders are charged automatically during the visit.')}
            </Empty>
          }
          foot={
            cancelled > 0 && (
              <Button size="compact-sm" variant="subtle" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
                {isWhole ? t('Hide cancelled lines') : t('Show {n} cancelled', { n: cancelled })}
              </Button>
            )
          }
        />
      </div>
      <Suspense>{opened && <LineDialog key={opened.id} bill={bill} line={opened} onClose={() => setOpenId(null)} />}</Suspense>
    </>
  )
}

const NoSuchBill = () => (
  <Empty
    icon={IconFileUnknown}
    title={t('Bill not found')}
    action={
      <Button component={Link} to="/dashboard/billing/invoices">
        {t('All bills')}
      </Button>
    }
  >
    {t('The address may be mistyped.')}
  </Empty>
)

const Bill = ({ bill, lines }: { bill: Invoice; lines: ReturnType<typeof useBill>['lines'] }) => {
  const name = bill.invoice_number ?? billedTo(bill)
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${name} · Kliniki`
  }, [name])
  return (
    <>
      <BillHead bill={bill} lines={lines.data} />
      <div className={`grid items-start gap-6 phone-column flex-1 phone-flex phone-stretch ${billStyles.body}`}>
        <div className={`stack min-w-0 gap-6 full-height ${documentStyles.billMain}`}>
          <BillLines bill={bill} lines={lines} />
          {bill.status !== 'draft' && <BillDocuments bill={bill} lines={lines.data ?? []} />}
        </div>
        <BillSide bill={bill} lines={lines.data} />
      </div>
    </>
  )
}

/** One bill: its lines, its sums, its payments. */
export const BillPage = () => {
  const asked = Number(useParams()['id'])
  const id = Number.isInteger(asked) && asked > 0 ? asked : 0
  const { bill, lines } = useBill(id)
  const isMissing = bill.error instanceof ApiError && (bill.error.status === 404 || bill.error.status === 400)
  if (isMissing && !bill.data) return <NoSuchBill />
  return (
    <div className={`page-body ${billStyles.bill}`}>
      <FourStates query={bill} loading={<Loading rows={10} height={28} />}>
        {(known) => <Bill key={known.id} bill={known} lines={lines} />}
      </FourStates>
    </div>
  )
}
