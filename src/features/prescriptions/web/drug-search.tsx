import { Kbd, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconStar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { listPrescribableItems, type PrescribableItem } from '../contract-writing.ts'
import { emptyLine, type BasketLine } from './basket.ts'
import { useFavourites } from './use-favourites.ts'
import type { Favourite } from './prescription-types.ts'
import trayStyles from './tray.module.css'

const TYPING_MS = 150
const MATCHES = 12
const EXTERNAL = 'external'

const Drug = ({ item: { name, substances, strength, unit_price, covered_by, is_external, matched_name } }: { item: PrescribableItem }) => (
  <span className="stack min-w-0 full-width">
    <span className="row">
      <span className={`grow strong break-anywhere ${trayStyles.name}`}>{name}</span>
      <span className="num small">{is_external ? t('External') : unit_price === null ? t('no price') : money(unit_price)}</span>
    </span>
    <span className="row small t3">
      {matched_name !== null && <span className="strong">{matched_name}</span>}
      <span className="grow clip">{[substances.join(', '), strength].filter(Boolean).join(' · ')}</span>
      {covered_by !== null && <span className="clip">{t('{insurer} pays', { insurer: covered_by })}</span>}
    </span>
  </span>
)

const Kept = ({ favourite: { item_name, directions, is_out_of_use } }: { favourite: Favourite }) => (
  <span className="stack min-w-0 full-width">
    <span className="row">
      <IconStar size={14} className="t3" aria-hidden />
      <span className={`grow strong break-anywhere ${trayStyles.name}`}>{item_name}</span>
    </span>
    <span className="small t3 clip">{is_out_of_use ? t('Inactive') : directions}</span>
  </span>
)

/** The way out where the catalogue does not have what is meant. */
const External = ({ label, isOnly }: { label: string; isOnly: boolean }) => (
  <span className="stack min-w-0 full-width">
    <span className="strong break-anywhere">{label}</span>
    <span className="small t3">
      {isOnly
        ? t('No matching drug in the catalogue. Prescribe it for another pharmacy.')
        : t('Not in the catalogue: prescribe it for another pharmacy.')}
    </span>
  </span>
)

interface Props {
  visit: number | null
  box: Ref<HTMLInputElement>
  shortcut: string
  /** `isOpen`: its directions are to be typed yet. */
  onTake: (line: BasketLine, isOpen: boolean) => void
  /** Absent where only drugs of the catalogue are written down. */
  onExternal?: ((name: string) => void) | undefined
}

/** Finds a drug as one types: arrows and Enter take it. The empty box offers the person's favourites. */
export const DrugSearch = ({ visit, box, shortcut, onTake, onExternal }: Props) => {
  const { favourites } = useFavourites()
  const entered = useRef(false)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, TYPING_MS)
  const searchFor = (q: string) =>
    query(listPrescribableItems, { query: { q, ...(visit !== null && { attendance_process: visit }), limit: MATCHES } })
  const found = useQuery({ ...searchFor(asked), enabled: asked !== '', placeholderData: keepPreviousData })
  const q = text.trim()
  const items = q === '' ? [] : (found.data ?? [])
  // True only once the answer is there: Enter then takes the best match.
  const isSettled = q !== '' && asked === q && !found.isPlaceholderData && found.data !== undefined

  const clear = () => {
    entered.current = false
    setText('')
    setAsked('')
  }
  const take = (item: PrescribableItem) => {
    clear()
    onTake(emptyLine(item), true)
  }
  const takeBest = async () => {
    const [best] = await queryClient.fetchQuery(searchFor(q)).catch(() => [])
    if (best && entered.current) take(best)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An empty box gives the keys of the page back.
    if (event.key === 'Escape' && text === '') event.currentTarget.blur()
    if (event.key !== 'Enter' || q === '') return
    entered.current = true
    // Enter may come before the answer, or before an option is marked: what the list does not take itself is the best match, once it is there.
    setTimeout(() => entered.current && void takeBest())
  }
  const choose = (value: string | null) => {
    const id = Number(value?.slice(1))
    const item = value?.startsWith('i') && items.find((one) => one.id === id)
    const kept = value?.startsWith('f') && favourites.find((one) => one.id === id)
    if (item) return take(item)
    if (value === EXTERNAL) {
      clear()
      onExternal?.(q)
      return
    }
    if (!kept) return
    clear()
    onTake({ ...emptyLine({ id: kept.item, name: kept.item_name, unit: kept.unit }), directions: kept.directions }, false)
  }
  const data =
    q === ''
      ? favourites.map(({ id, item_name, is_out_of_use }) => ({ value: `f${id}`, label: item_name, disabled: is_out_of_use }))
      : [
          ...items.map(({ id, name }) => ({ value: `i${id}`, label: name })),
          ...(onExternal && isSettled ? [{ value: EXTERNAL, label: t('External drug: {name}', { name: q }) }] : []),
        ]
  return (
    <Select
      ref={box}
      aria-label={t('Prescribe drug')}
      placeholder={t('Drug or material')}
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={text === '' ? <Kbd className="not-phone">{keyLabel(shortcut)}</Kbd> : undefined}
      rightSectionWidth={56}
      searchable
      selectFirstOptionOnChange={isSettled}
      data={data}
      filter={({ options }) => options}
      nothingFoundMessage={
        q === ''
          ? t('Enter a name. Starred lines appear here.')
          : found.isError
            ? t('The catalogue could not be searched.')
            : isSettled
              ? t('No matching drug')
              : undefined
      }
      renderOption={({ option: { value, label } }) => {
        if (value === EXTERNAL) return <External label={label} isOnly={items.length === 0} />
        const id = Number(value.slice(1))
        const item = items.find((one) => one.id === id)
        const kept = favourites.find((one) => one.id === id)
        return value.startsWith('i') ? item && <Drug item={item} /> : kept && <Kept favourite={kept} />
      }}
      onKeyDown={onKeyDown}
      value={null}
      searchValue={text}
      onSearchChange={(typed) => {
        setText(typed)
        entered.current = false
        ask(typed.trim())
      }}
      onChange={choose}
    />
  )
}
