import { Button, Checkbox, Select, ActionIcon, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useAction } from '#web/calls/use-action.ts'
import { Note } from '#web/ui/status.tsx'
import type { DayOrder } from '#shared/day-orders.ts'
import { checkImport, listImportKinds, sampleOfImport, type ImportKindShape, changeImportReading, MAX_HEADING_ROW } from '../contract.ts'
import { columnWord, dateExamples, orderWord, type SentImport, encodingWord } from './labels.tsx'
import { IconPlus, IconX } from '@tabler/icons-react'
import styles from './imports.module.css'
import { encodings, type Encoding } from '#shared/encodings.ts'

const SHOWN_ROWS = 8

/** The first rows of the file as they are read, and the two things that may be wrong with that: the encoding, and which row names the columns. */
const ReadingPanel = ({ one, sample }: { one: SentImport; sample: readonly (readonly string[])[] }) => {
  const { run, isRunning } = useAction()
  const read = (body: { encoding?: Encoding; heading_row?: number }) =>
    run(() => call(changeImportReading, { params: { id: one.id }, body }))
  const chosen = one.encoding ?? undefined
  const rows = sample.slice(0, Math.max(SHOWN_ROWS, one.heading_row + 3))
  const headingRows = sample.slice(0, MAX_HEADING_ROW).flatMap((row, at) => {
    const text = row.filter(Boolean).join(' · ').slice(0, 60)
    return text === '' ? [] : [{ value: String(at + 1), label: t('Row {n}: {text}', { n: at + 1, text }) }]
  })
  return (
    <>
      {!one.is_encoding_certain && (
        <Note tone="attention">{t('The encoding was guessed. Choose another one if names look wrong below.')}</Note>
      )}
      <div className={`grid gap-5 ${styles.reading}`}>
        {one.encoding !== null && (
          <Select
            label={t('Encoding')}
            allowDeselect={false}
            searchable
            disabled={isRunning}
            data={encodings.map((value) => ({ value, label: encodingWord(value) }))}
            value={one.encoding}
            onChange={(value) => value && read({ encoding: value, heading_row: one.heading_row })}
          />
        )}
        <Select
          label={t('Header row')}
          allowDeselect={false}
          disabled={isRunning}
          data={headingRows}
          value={String(one.heading_row)}
          onChange={(value) => value && read({ ...(chosen && { encoding: chosen }), heading_row: Number(value) })}
        />
      </div>
      <div
        className={`outlined round-m overflow-auto ${styles.preview}`}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        role="region"
        aria-label={t('First rows of the file')}
      >
        <table className="collapsed size-m">
          <tbody>
            {rows.map((row, at) => (
              // The rows of a file have no other name than their place.
              <tr key={at} data-kind={at + 1 === one.heading_row ? 'heading' : at + 1 < one.heading_row ? 'title' : undefined}>
                <th scope="row" className="clipped nowrap line-bottom num t3 regular">
                  {at + 1}
                </th>
                {row.map((cell, place) => (
                  <td className="clipped nowrap line-bottom" key={place}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface Constant {
  column: string
  value: string
}

/** Values for all rows, where the file has no column or an empty cell. */
const ConstantsField = ({
  columns,
  value,
  onChange,
}: {
  columns: ImportKindShape['columns']
  value: readonly Constant[]
  onChange: (value: Constant[]) => void
}) => {
  const used = new Set(value.map(({ column }) => column))
  const free = columns.filter(({ name }) => !used.has(name))
  const change = (at: number, part: Partial<Constant>) => onChange(value.map((one, place) => (place === at ? { ...one, ...part } : one)))
  return (
    <fieldset className={`stack gap-4 ${styles.constants}`}>
      <legend>{t('Same value for all rows')}</legend>
      <div className="t3 small">{t('Fills a missing column or empty cells. Examples: sex “unknown”, category “drug”.')}</div>
      {value.map(({ column, value: text }, at) => (
        <div className={`grid gap-4 items-centre ${styles.constant}`} key={column}>
          <Select
            aria-label={t('Column')}
            allowDeselect={false}
            searchable
            data={columns
              .filter(({ name }) => name === column || !used.has(name))
              .map(({ name }) => ({ value: name, label: columnWord(name) }))}
            value={column}
            onChange={(name) => name && change(at, { column: name })}
          />
          <TextInput
            aria-label={t('Value of {name}', { name: columnWord(column) })}
            value={text}
            onChange={(event) => change(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('Remove {name}', { name: columnWord(column) })}
            onClick={() => onChange(value.filter((_, place) => place !== at))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {free[0] && (
        <div>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              onChange([...value, { column: (free.find(({ is_required: isRequired }) => isRequired) ?? free[0]!).name, value: '' }])
            }
          >
            {t('Add value')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type Places = Readonly<Record<string, number>>
type Orders = Readonly<Record<string, DayOrder>>

/** Columns of the file that fill two fields already: somebody was asked, when they were sent before. */
const sharedPlaces = ({ mapping }: SentImport): ReadonlySet<number> =>
  new Set(mapping.flatMap(({ place }, at) => (mapping.findIndex((one) => one.place === place) < at ? [place] : [])))

const chosenOrders = ({ date_orders: orders }: SentImport): Orders =>
  Object.fromEntries(orders.flatMap(({ column, order, basis }) => (basis === 'chosen' ? [[column, order]] : [])))

/** What a person has to say of the order of a column before its file is checked; undefined where its cells show it. */
const questionOf = (known: SentImport['date_orders'][number] | undefined): string | undefined => {
  if (known?.basis === 'conflict') return t('These dates contradict each other. Choose which number is the day.')
  return known?.basis === 'assumed' ? t('The cells do not show which number is the day. Choose it.') : undefined
}

/** Which of two small numbers is the day, for each column of days; asked where the cells of the file contradict each other or do not show it. */
const DateOrders = ({
  one,
  columns,
  value,
  onChange,
}: {
  one: SentImport
  columns: readonly string[]
  value: Orders
  onChange: (value: Orders) => void
}) => {
  const found = new Map(one.date_orders.map((order) => [order.column, order]))
  return (
    <div className={`grid gap-5 ${styles.columns}`}>
      {columns.map((column) => {
        const known = found.get(column)
        const examples = dateExamples(known)
        return (
          <Select
            key={column}
            label={t('Date order of {name}', { name: columnWord(column) })}
            description={<span className="break-anywhere">{examples || '\u00a0'}</span>}
            error={value[column] === undefined ? questionOf(known) : undefined}
            placeholder={t('Detect from the column')}
            clearable
            clearButtonProps={{ 'aria-label': t('Detect from the column') }}
            data={(['day first', 'month first'] as const).map((order) => ({ value: order, label: orderWord(order) }))}
            value={value[column] ?? null}
            onChange={(order) => {
              const { [column]: _before, ...rest } = value
              onChange(order === null ? rest : { ...rest, [column]: order })
            }}
          />
        )
      })}
    </div>
  )
}

/** What of the file is not imported, said before anything is. */
export const IgnoredColumns = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && <Note tone="inactive">{t('Not imported: {names}', { names: names.join(', ') })}</Note>

/** The second step: how the file is read, and which heading of it is which column. */
export const ColumnsStep = ({ one, onSent }: { one: SentImport; onSent: () => void }) => {
  const { data: kinds = [] } = useQuery(query(listImportKinds, { query: {} }))
  const { data: sample = [] } = useQuery(query(sampleOfImport, { params: { id: one.id } }))
  const [places, setPlaces] = useState<Places>(() => Object.fromEntries(one.mapping.map(({ column, place }) => [column, place])))
  const [shared, setShared] = useState<ReadonlySet<number>>(() => sharedPlaces(one))
  const [constants, setConstants] = useState<readonly Constant[]>(one.constants)
  const [orders, setOrders] = useState<Orders>(() => chosenOrders(one))
  const [isWhole, setWhole] = useState(one.is_whole)
  const action = useAction()
  const kind = kinds.find((shape) => shape.kind === one.kind)
  const fixed = new Set(constants.flatMap(({ column, value }) => (value.trim() === '' ? [] : [column])))
  const missing = (kind?.needs ?? []).filter((group) => !group.some((column) => column in places || fixed.has(column)))
  const nameOf = (place: number) => one.headings[place] || t('Column {n}', { n: place + 1 })
  const users = (place: number, except: string) =>
    Object.entries(places).flatMap(([column, at]) => (at === place && column !== except ? [column] : []))
  const put = (column: string, place: number | null, without: readonly string[] = []) => {
    const rest = Object.fromEntries(Object.entries(places).filter(([name]) => name !== column && !without.includes(name)))
    setPlaces(place === null ? rest : { ...rest, [column]: place })
  }
  const choose = async (column: string, value: string | null) => {
    if (value === null) return put(column, null)
    const place = Number(value)
    const [other] = users(place, column)
    if (other === undefined) return put(column, place)
    const isBoth = await confirm({
      title: t('Use this column for two fields?'),
      text: t('“{heading}” already fills {name}.', { heading: nameOf(place), name: columnWord(other) }),
      action: t('Use for both'),
    })
    if (!isBoth) return
    setShared(new Set([...shared, place]))
    put(column, place)
  }
  const example = (place: number | undefined) =>
    place === undefined
      ? undefined
      : sample
          .slice(one.heading_row)
          .map((row) => row[place])
          .find(Boolean)
  const days = (kind?.columns ?? []).flatMap(({ name, is_day: isDay }) => (isDay && name in places ? [name] : []))
  const used = new Set(Object.values(places))
  const ignored = one.headings.flatMap((heading, place) => (heading === '' || used.has(place) ? [] : [heading]))
  const isOpen = days.some(
    (column) => orders[column] === undefined && one.date_orders.some((known) => known.column === column && questionOf(known) !== undefined),
  )
  const send = () =>
    action.run(async () => {
      const mapping = Object.entries(places).map(([column, place]) => ({ column, place, ...(shared.has(place) && { is_shared: true }) }))
      await call(checkImport, {
        params: { id: one.id },
        body: {
          mapping,
          constants: constants.filter(({ value }) => value.trim() !== ''),
          date_orders: Object.entries(orders).flatMap(([column, order]) => (column in places ? [{ column, order }] : [])),
          is_whole: isWhole,
        },
      })
      onSent()
    })
  // What has to be answered stands below the sentence that asks, whatever was answered since.
  const isAsked = one.date_orders.some((known) => questionOf(known) !== undefined)
  const dateOrders = days.length > 0 && <DateOrders one={one} columns={days} value={orders} onChange={setOrders} />
  return (
    <div className="panel stack gap-6 pad-6">
      {one.problem !== null && (
        <Note tone="attention" alert>
          {t(one.problem)}
        </Note>
      )}
      {isAsked && dateOrders}
      <ReadingPanel one={one} sample={sample} />
      <div className="t2">{t('Match the columns of the file to fields. Your choice is kept for files with the same headings.')}</div>
      <div className={`grid gap-5 ${styles.columns}`}>
        {(kind?.columns ?? []).map(({ name }) => (
          <Select
            key={name}
            label={columnWord(name)}
            description={<span className="break-anywhere">{example(places[name]) ?? '\u00a0'}</span>}
            placeholder={t('Not in the file')}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': t('Not in the file') }}
            data={one.headings.map((_, place) => {
              const [other] = users(place, name)
              return {
                value: String(place),
                label:
                  other === undefined ? nameOf(place) : t('{heading} (fills {name})', { heading: nameOf(place), name: columnWord(other) }),
              }
            })}
            value={places[name] === undefined ? null : String(places[name])}
            onChange={(value) => void choose(name, value)}
          />
        ))}
      </div>
      <IgnoredColumns names={ignored} />
      {!isAsked && dateOrders}
      {kind && <ConstantsField columns={kind.columns} value={constants} onChange={setConstants} />}
      <Checkbox
        label={t('All rows or none (up to 2,000 rows)')}
        checked={isWhole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
      />
      {missing.length > 0 && kind && (
        <Note tone="attention">
          {t('Not chosen yet: {names}', {
            names: missing.map((group) => group.map(columnWord).join(` ${t('or')} `)).join(', '),
          })}
        </Note>
      )}
      <div className="row">
        <Button variant="filled" disabled={!kind || missing.length > 0 || isOpen || !one.may.run} loading={action.isRunning} onClick={send}>
          {t('Check file')}
        </Button>
      </div>
    </div>
  )
}
