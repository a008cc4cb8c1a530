import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Kbd, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconBarcode } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { listStock, type StockRow } from '../item-calls.ts'
import { messageOf, query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { Note, Status } from '#web/ui/status.tsx'
import { findCode, findItem } from './find-item.ts'
import type { Found } from './line-types.ts'
import styles from './lines.module.css'

const TYPING_MS = 150
const MATCHES = 12
const SHORTEST_CODE = 4
const KEY = 'Alt+A'

const stock = (q: string) => query(listStock, { query: { q, limit: MATCHES } })

const Option = ({ row, store }: { row: StockRow; store: number | undefined }) => {
  const here = row.stores.find((level) => level.store === store)
  const unit = row.units_of_measure
  return (
    <span className={`row full-width ${styles.lineOption}`}>
      <span className="grow clip">
        {row.name} <span className="small t3">{row.item_code}</span>
      </span>
      {(here ?? row).is_low && <Status tone="attention">{t('Low')}</Status>}
      <span className="small num t2">
        {here && row.usable !== here.usable
          ? t('{n} {unit} here, {all} in all stores', {
              n: number(here.usable),
              unit: unitName(unit, here.usable),
              all: number(row.usable),
            })
          : t('{n} {unit} on hand', { n: number(row.usable), unit: unitName(unit, row.usable) })}
      </span>
    </span>
  )
}

interface Props {
  box: Ref<HTMLInputElement>
  /** Answers why it cannot be taken in, or nothing. */
  onFound: (found: Found) => string | undefined
  /** Whose stock is shown beside each item. */
  store: number | undefined
  error: ReactNode
  path: string
  /** Arrow down out of an empty box. */
  onDown: () => void
  /** The page begins here, once its splash is over. */
  isStart: boolean
}

/** Finds an item by name or code as one types, and hears the scanner wherever the cursor is. Enter takes the best match, or the code. */
export const LineSearch = ({ box, onFound, store, error, path, onDown, isStart }: Props) => {
  const entered = useRef(false)
  const queue = useRef(Promise.resolve())
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const ask = useDebouncedCallback(setAsked, TYPING_MS)
  const found = useQuery({ ...stock(asked), enabled: asked !== '', placeholderData: keepPreviousData })
  const q = text.trim()
  const items = q === '' ? [] : (found.data ?? []).filter(({ is_active }) => is_active)
  // True only once the answer is there: Enter then takes the best match.
  const isSettled = q !== '' && asked === q && !found.isPlaceholderData && found.data !== undefined

  const clear = () => {
    entered.current = false
    setText('')
    setAsked('')
  }
  // One after the other, in the order of the scans.
  const take = (find: () => Promise<Found | null>, code?: string) => {
    setTrouble(null)
    queue.current = queue.current.then(async () => {
      try {
        const it = await find()
        if (!it) setTrouble(t('No item with code {code}.', { code: code ?? '' }))
        else if (!it.card.is_active) setTrouble(t('{name} is inactive.', { name: it.card.name }))
        else setTrouble(onFound(it) ?? null)
      } catch (failure) {
        setTrouble(messageOf(failure))
      }
    })
  }
  const scanned = (code: string) => take(() => findCode(code), code)
  useScans(scanned)
  useKeys([{ keys: KEY, label: t('Add an item'), run: () => document.querySelector<HTMLInputElement>('.line-search input')?.focus() }])

  const choose = (id: number) => {
    clear()
    take(() => findItem(id))
  }
  const takeBest = async () => {
    const [best] = (await queryClient.fetchQuery(stock(q)).catch(() => [])).filter(({ is_active }) => is_active)
    if (!entered.current) return
    if (best) return choose(best.id)
    if (q.length < SHORTEST_CODE || /\s/.test(q)) return
    clear()
    scanned(q)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An empty box gives the keys of the page back.
    if (event.key === 'Escape' && text === '') event.currentTarget.blur()
    if (event.key === 'ArrowDown' && text === '') {
      event.preventDefault()
      onDown()
    }
    // With Ctrl it is a key of the page.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (q === '') return
    entered.current = true
    // Enter may come before the answer, or before an option is marked: what the list does not take itself is the best match, once it is there.
    setTimeout(() => entered.current && void takeBest())
  }
  return (
    <div className="line-search no-print">
      <Select
        ref={box}
        aria-label={t('Add an item')}
        placeholder={t('Add an item: type its name or code, or scan it')}
        leftSection={<IconBarcode size={16} aria-hidden />}
        rightSection={text === '' ? <Kbd className="not-phone">{keyLabel(KEY)}</Kbd> : undefined}
        rightSectionWidth={56}
        searchable
        data-path={path}
        data-autofocus={isStart || undefined}
        error={error}
        selectFirstOptionOnChange={isSettled}
        data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
        filter={({ options }) => options}
        nothingFoundMessage={
          q === ''
            ? undefined
            : found.isError
              ? t('Items could not be loaded.')
              : isSettled
                ? t('No matching stock item. Press Enter to look it up as a code.')
                : undefined
        }
        renderOption={({ option }) => {
          const item = items.find(({ id }) => String(id) === option.value)
          return item && <Option row={item} store={store} />
        }}
        onKeyDown={onKeyDown}
        value={null}
        searchValue={text}
        onSearchChange={(typed) => {
          setText(typed)
          if (typed !== '') setTrouble(null)
          entered.current = false
          ask(typed.trim())
        }}
        onChange={(id) => id !== null && choose(Number(id))}
      />
      {trouble !== null && (
        <Note tone="critical" alert>
          {trouble}
        </Note>
      )}
    </div>
  )
}
