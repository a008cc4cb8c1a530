import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button, Checkbox } from '@mantine/core'
import { IconListCheck, IconShoppingCart } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState, useId, type KeyboardEvent } from 'react'
import { useNavigate, Link } from 'react-router'
import { z } from 'zod'
import { DocumentFrame, DocumentSum, errorsByLine, countOf } from '#features/stock/web/lines-field.tsx'
import { Id } from '#shared/paging.ts'
import { ApiError, call, pages } from '#web/calls/api.ts'
import { money, number, date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { sumOf } from '../line-sums.ts'
import { orderRequisitionLines } from '../order-calls.ts'
import { listRequisitionLines } from '../requested-calls.ts'
import { SupplierFilter, SupplierField } from '../supplier-field.tsx'
import { bySupplier, type Choice, chosenLine, sentLines, type SupplierGroup, type ChosenLine } from './choosing.ts'
import purchasingStyles from '../purchasing.module.css'
import { Status } from '#web/ui/status.tsx'
import { ChosenPackField } from './chosen-pack.tsx'

interface Props {
  line: ChosenLine
  errors: Readonly<Record<string, string>> | undefined
  onChoose: (choice: Choice) => void
}

/** Enter and the arrows go from box to box, down the page. */
const walk = (event: KeyboardEvent<HTMLInputElement>) => {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0
  if (step === 0 || event.ctrlKey || event.metaKey) return
  const own = event.currentTarget.dataset['box']
  const wanted = event.key === 'Enter' ? 'input[data-box]' : `input[data-box="${own}"]`
  const boxes = Array.from(document.querySelectorAll<HTMLElement>(wanted))
  event.preventDefault()
  boxes[boxes.indexOf(event.currentTarget) + step]?.focus()
}

const From = ({ line, onChoose }: Omit<Props, 'errors'>) => {
  const [isOpen, setOpen] = useState(line.supplier === null)
  if (!isOpen)
    return (
      <button type="button" className={`plain accent-text underlined ${purchasingStyles.other} clip`} onClick={() => setOpen(true)}>
        {t('Another supplier')}
      </button>
    )
  return (
    <SupplierField
      aria-label={t('Supplier: {name}', { name: line.row.item_name })}
      placeholder={t('Choose a supplier')}
      clearable={false}
      value={line.supplier?.id ?? null}
      onChange={(id, name) => {
        if (id === null) return
        setOpen(false)
        onChoose({ supplier: { id, name }, isChosen: true })
      }}
    />
  )
}

/** A line of a requisition as it would be ordered. */
const ChosenRow = ({ line, errors, onChoose }: Props) => {
  const notesId = useId()
  const { row, isChosen, supplier, pack_units, quantity, unit_price } = line
  const units = (countOf(quantity) ?? 0) * pack_units
  const words = Object.values(errors ?? {})
  const box = (name: string) => ({
    className: 'line-box num r',
    autoComplete: 'off',
    maxLength: 20,
    'data-box': name,
    'aria-describedby': words.length > 0 ? notesId : undefined,
    'aria-invalid': errors?.[name] !== undefined || undefined,
    disabled: supplier === null,
    onKeyDown: walk,
    onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  })
  return (
    <tr>
      <td className={purchasingStyles.tick}>
        <Checkbox
          aria-label={t('Order {name}', { name: row.item_name })}
          checked={isChosen}
          disabled={supplier === null}
          onChange={(event) => onChoose({ isChosen: event.currentTarget.checked })}
        />
      </td>
      <th scope="row" className="line-name names">
        <span className="strong">{row.item_name}</span> <span className="small t3">{row.item_code}</span>
        <span className="block break-anywhere small t3">
          <Link className="link num" to={`/dashboard/inventory/requisitions/${row.requisition}`}>
            {row.requisition_number}
          </Link>{' '}
          {[row.store_name, row.requested_by_name, row.needed_by && t('needed by {date}', { date: date(row.needed_by) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {(words.length > 0 || units > row.open_units) && (
          <span className="line-notes" id={notesId}>
            {words.map((text) => (
              <Status key={text} tone="critical">
                {text}
              </Status>
            ))}
            {units > row.open_units && (
              <Status tone="attention">
                {t('More than is open: {n} {unit} were not requested, so another user must approve the order', {
                  n: number(units - row.open_units),
                  unit: row.unit,
                })}
              </Status>
            )}
          </span>
        )}
      </th>
      <td className="r" data-label={t('Left')}>
        {number(row.open_units)} <span className="t3 small">{unitName(row.unit, row.open_units)}</span>
      </td>
      <td className="r" data-label={t('Quantity')} data-typed>
        <input
          {...box('quantity')}
          aria-label={`${t('Quantity')}: ${row.item_name}`}
          inputMode="numeric"
          value={quantity}
          onChange={(event) => onChoose({ quantity: event.currentTarget.value, isChosen: true })}
        />
      </td>
      <td data-label={t('Pack')} data-typed>
        <ChosenPackField line={line} onChoose={onChoose} />
      </td>
      <td className="r" data-label={t('Price')} data-typed>
        <input
          {...box('unit_price')}
          aria-label={`${t('Price')}: ${row.item_name}`}
          inputMode="decimal"
          value={unit_price}
          onChange={(event) => onChoose({ price: event.currentTarget.value, isChosen: true })}
        />
      </td>
      <td className="r" data-label={t('Net')}>
        {money(sumOf([line]).net)}
      </td>
      <td data-label={t('Supplier')} data-typed>
        <From line={line} onChoose={onChoose} />
      </td>
    </tr>
  )
}

const state = { q: z.string().max(100), supplier: Id, requisition: Id }
const PAGE = 100
const HOME = '/dashboard/inventory/purchase-orders'
const PATH = 'requisition_items'

const TooMuch = z.object({ lines: z.array(z.object({ id: z.int(), item_name: z.string(), open: z.int(), wanted: z.int() })).min(1) })
/** The line of which more is wanted than is open; null for every other failure. */
const tooMuch = (error: unknown) => (error instanceof ApiError ? (TooMuch.safeParse(error.body).data?.lines[0] ?? null) : null)

interface GroupProps {
  group: SupplierGroup
  errorsOf: (id: number) => Readonly<Record<string, string>> | undefined
  onChoose: (id: number, choice: Choice) => void
}

const Group = ({ group: { supplier, lines }, errorsOf, onChoose }: GroupProps) => {
  const chosen = lines.filter(({ isChosen }) => isChosen)
  const areAll = chosen.length === lines.length
  const name = supplier?.name ?? t('No supplier yet')
  return (
    <section className={`stack gap-4 ${purchasingStyles.group}`} aria-label={name}>
      <div className="row wrap">
        <h2 className="grow">{name}</h2>
        <span className="num t2">
          {t('{n} of {all} lines', { n: number(chosen.length), all: number(lines.length) })} · {money(sumOf(chosen).net)}
        </span>
        {supplier !== null && (
          <Button size="compact-sm" onClick={() => lines.forEach(({ row }) => onChoose(row.id, { isChosen: !areAll }))}>
            {areAll ? t('Clear selection') : t('Select all')}
          </Button>
        )}
      </div>
      <div className="panel lines-box card-rows">
        <table className="k-table lines-table" aria-label={name}>
          <colgroup>
            {[44, undefined, 96, 80, 132, 92, 96, 152].map((width, at) => (
              <col key={at} style={width === undefined ? undefined : { width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className="only-heard">{t('Order')}</span>
              </th>
              <th scope="col">{t('Item')}</th>
              <th scope="col" className="r">
                {t('Left')}
              </th>
              <th scope="col" className="r">
                {t('Quantity')}
              </th>
              <th scope="col">{t('Pack')}</th>
              <th scope="col" className="r">
                {t('Price')}
              </th>
              <th scope="col" className="r">
                {t('Net')}
              </th>
              <th scope="col">{t('Supplier')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <ChosenRow
                key={line.row.id}
                line={line}
                errors={errorsOf(line.row.id)}
                onChoose={(choice) => onChoose(line.row.id, choice)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** What is approved and not ordered yet, by supplier: ticked lines become one order for each of them. */
export const FromRequisitionsPage = () => {
  const go = useNavigate()
  const [{ q, supplier, requisition }, set] = useUrlState(state)
  const rows = usePages(pages(listRequisitionLines, { query: { q: q || undefined, supplier, requisition, limit: PAGE } }))
  const [choices, setChoices] = useState<Record<number, Choice>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const areMeant = requisition !== undefined
  const lines = useMemo(() => (rows.data ?? []).map((row) => chosenLine(row, choices[row.id], areMeant)), [rows.data, choices, areMeant])
  const groups = useMemo(() => bySupplier(lines), [lines])
  const chosen = groups.flatMap((group) => group.lines.filter(({ isChosen }) => isChosen))
  const suppliers = new Set(chosen.map((line) => line.supplier?.id)).size
  const byPlace = errorsByLine(errors, PATH)
  const errorsOf = (id: number) => byPlace.get(chosen.findIndex(({ row }) => row.id === id))
  const choose = (id: number, choice: Choice) => {
    setErrors({})
    setChoices((now) => ({ ...now, [id]: { ...now[id], ...choice } }))
  }
  const order = useMutation({
    mutationFn: () => call(orderRequisitionLines, { body: { requisition_items: sentLines(chosen) } }),
    onSuccess: (orders) => {
      void queryClient.invalidateQueries()
      const [first] = orders
      if (orders.length > 1)
        toast.done(
          t('{count, plural, one {{n} draft order is created.} other {{n} draft orders are created.}}', {
            count: orders.length,
            n: orders.length,
          }),
        )
      void go(orders.length === 1 && first ? `${HOME}/${first.id}` : `${HOME}?tab=draft`)
    },
    onError: (error) => {
      const over = tooMuch(error)
      if (over) {
        const at = chosen.findIndex(({ row }) => row.id === over.id)
        const reported = t('{name}: {n} open, {wanted} requested.', {
          name: over.item_name,
          n: number(over.open),
          wanted: number(over.wanted),
        })
        setErrors({ [`${PATH}.${at}.quantity`]: reported })
        void queryClient.invalidateQueries()
        toast.failed(reported)
        return
      }
      const named = error instanceof ApiError ? Object.entries(error.fields).filter(([name]) => name.startsWith(PATH)) : []
      setErrors(Object.fromEntries(named.map(([name, texts]) => [name, texts.map((text) => t(text)).join(' ')])))
      if (named.length === 0) toast.failed(error)
    },
  })
  return (
    <div className="page-body">
      <DocumentHead
        title={t('Order from requisitions')}
        sub={t('Approved, but not yet ordered or issued. Each supplier gets one order.')}
        back={{ to: HOME, label: t('All orders') }}
      />
      <div className="doc-tools" role="search">
        <SearchField label={t('Item or requisition')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <SupplierFilter value={supplier} onChange={(supplier) => set({ supplier })} />
        {requisition !== undefined && <Button onClick={() => set({ requisition: '' })}>{t('All requisitions')}</Button>}
      </div>
      <FourStates
        query={rows}
        isEmpty={(data) => data.length === 0}
        empty={
          <Empty icon={IconListCheck} title={t('Nothing to order')}>
            {t('Requisition lines appear here once two users have approved them.')}
          </Empty>
        }
      >
        {() => (
          <>
            {groups.map((group) => (
              <Group key={group.supplier?.id ?? 0} group={group} errorsOf={errorsOf} onChoose={choose} />
            ))}
            {rows.hasMore && (
              <Button loading={rows.isFetchingMore} onClick={rows.fetchMore}>
                {t('Load more')}
              </Button>
            )}
            <DocumentFrame>
              <div className="form-foot">
                <DocumentSum>
                  <span className="t2">
                    {t('{count, plural, one {{n} line} other {{n} lines}}', { count: chosen.length, n: number(chosen.length) })}
                  </span>
                  <output>{money(sumOf(chosen).net, { withCurrency: true })}</output>
                  <span className="t3 small">{t('excl. tax')}</span>
                </DocumentSum>
                <span className="grow" />
                <Button
                  variant="filled"
                  leftSection={<IconShoppingCart size={16} aria-hidden />}
                  disabled={chosen.length === 0}
                  loading={order.isPending}
                  onClick={() => order.mutate()}
                >
                  {suppliers === 0
                    ? t('Create orders')
                    : t('{count, plural, one {Create {n} order} other {Create {n} orders}}', { count: suppliers, n: suppliers })}
                </Button>
              </div>
            </DocumentFrame>
          </>
        )}
      </FourStates>
    </div>
  )
}
