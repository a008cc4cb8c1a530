import { Button, Textarea } from '@mantine/core'
import { IconArrowDownToArc } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  cardQuery,
  DocumentForm,
  type LineColumn,
  packBox,
  packsFor,
  takeByItem,
  textBox,
  useDocument,
} from '#features/stock/web/lines-field.tsx'
import { listStock } from '#features/stock/contract-ledger.ts'
import { StoreField } from '#features/stock/web/store-field.tsx'
import type { EndpointForm as Form } from '#web/forms/form.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { OnHand } from './on-hand.tsx'
import { foundLine, lowLine, type RequestLine } from './request-lines.ts'
import { useLow } from './use-low.ts'

interface Of {
  line: RequestLine
  store: number | undefined
}

const Here = ({ line, store }: Of) => {
  const { data } = useQuery(cardQuery(line.item))
  if (!data) return <span className="t3">…</span>
  const here = data.levels.find((level) => level.store === store)?.usable ?? 0
  return <OnHand here={here} elsewhere={data.usable - here} />
}

const OnOrder = ({ line }: Of) => {
  const { data } = useQuery(cardQuery(line.item))
  return data?.on_order ? number(data.on_order) : <span className="t3">–</span>
}

const Suggested = ({ line, store }: Of) => {
  const { data } = useLow(store)
  const units = data?.get(line.item)?.suggested_order ?? 0
  return units > 0 ? number(packsFor(units, line.pack_units)) : <span className="t3">–</span>
}

/** The columns of a requisition that is being written: what is there and what is suggested beside what is asked for. */
const useRequestColumns = (store: number | undefined): readonly LineColumn<RequestLine>[] =>
  useMemo(
    () => [
      {
        key: 'quantity',
        title: t('Quantity'),
        width: 96,
        align: 'end',
        box: textBox('quantity', { mode: 'numeric', path: 'quantity_requested' }),
      },
      { key: 'pack', title: t('Pack'), width: 152, box: packBox<RequestLine>() },
      { key: 'hand', title: t('On hand'), width: 128, align: 'end', render: (line) => <Here line={line} store={store} /> },
      {
        key: 'order',
        title: t('On order'),
        width: 80,
        align: 'end',
        onlyWide: true,
        render: (line) => <OnOrder line={line} store={store} />,
      },
      { key: 'suggested', title: t('Suggested'), width: 88, align: 'end', render: (line) => <Suggested line={line} store={store} /> },
      { key: 'note', title: t('Note'), width: 160, onlyWide: true, box: textBox('note', { maxLength: 200 }) },
    ],
    [store],
  )

export interface RequestValues extends Record<string, unknown> {
  store: number | null
  needed_by: string
  note: string
  lines: RequestLine[]
}

interface Props {
  form: Form<RequestValues>
  /** Where it is needed unless somebody chooses. */
  usualStore?: number | undefined
}

/** What a store needs: where, by when, and the lines, filled by hand, by scanner, or from what is low. */
export const RequestForm = ({ form, usualStore }: Props) => {
  const { can } = useRights()
  const document = useDocument<RequestLine, RequestValues>(form, {
    labels: { store: t('Requesting store'), needed_by: t('Needed by'), note: t('Note'), items: t('Lines') },
  })
  const { box, lines, change, values } = document
  const store = values.store ?? usualStore
  const columns = useRequestColumns(store)
  const low = useLow(store)
  const take = useMemo(() => takeByItem<RequestLine>((found) => foundLine(found, low.data?.get(found.card.id))), [low.data])
  const fill = () => {
    const there = new Set(lines.map(({ item }) => item))
    const missing = Array.from(low.data?.values() ?? []).filter(({ id }) => !there.has(id))
    if (missing.length === 0) {
      toast.done(t('All low-stock items are already listed.'))
      return
    }
    const added = missing.map(lowLine)
    const keys = new Set(added.map(({ key }) => key))
    change((now) => [...now, ...added])
    toast.done(t('{count, plural, one {{n} line added.} other {{n} lines added.}}', { count: missing.length, n: missing.length }), {
      label: t('Undo'),
      run: () => change((now) => now.filter(({ key }) => !keys.has(key))),
    })
  }
  const fillButton = low.data !== undefined && (
    <Button leftSection={<IconArrowDownToArc size={16} aria-hidden />} onClick={fill}>
      {t('Add low-stock items')}
    </Button>
  )
  return (
    <DocumentForm
      document={document}
      title={t('Requisition')}
      save={t('Save draft')}
      isAside
      fields={
        <>
          <StoreField {...box('store')} value={store ?? null} />
          <DateField {...box('needed_by')} />
          <Textarea autosize minRows={1} maxRows={6} maxLength={1000} {...box('note')} />
        </>
      }
      lines={{
        label: t('Lines'),
        columns,
        take: can(listStock) ? take : undefined,
        mayRemove: true,
        store,
        startsInSearch: lines.length === 0,
        tools: fillButton,
        empty: <Empty title={t('No lines yet')}>{t('Type an item name and press Enter, scan its code, or add low-stock items.')}</Empty>,
      }}
    />
  )
}
