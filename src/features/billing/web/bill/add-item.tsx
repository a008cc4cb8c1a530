import { Kbd, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { listItems } from '#features/catalogue/contract.ts'
import { call, query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { useAction } from '#web/calls/use-action.ts'
import { createInvoiceItem } from '#features/billing/contract.ts'
import type { Invoice } from '../bill-types.ts'
import { readWanted } from '../bill-rules.ts'
import { itemCategoryWord } from '../bill-labels.ts'

const TYPING_MS = 150
const MATCHES = 12

/** What is kept in stock leaves it at the pharmacy, which is asked for it. */
const isStocked = (category: string) => category === 'drug' || category === 'consumable'

const catalogue = (q: string) => query(listItems, { query: { q, active: 'true', limit: MATCHES } })

/** Adds what is found in the catalogue: type, Enter, and the box is ready for the next. `3x dressing` adds three. */
export const AddItem = ({ bill }: { bill: Invoice }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const box = useRef<HTMLInputElement>(null)
  /** Enter was pressed, and nothing has been added yet. */
  const entered = useRef(false)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, TYPING_MS)
  const wanted = readWanted(text)
  const found = useQuery({
    ...catalogue(asked),
    enabled: asked !== '' && can(listItems),
    placeholderData: keepPreviousData,
  })
  useKeys([{ keys: 'A', label: t('Add an item'), run: () => box.current?.focus() }])
  const items = wanted.q === '' ? [] : (found.data ?? [])
  // True only once the answer is there: Enter then takes the best match.
  const isSettled = asked === wanted.q && !found.isPlaceholderData && found.data !== undefined
  const add = (item: (typeof items)[number]) => {
    entered.current = false
    setText('')
    setAsked('')
    const { quantity } = wanted
    run(
      () => call(createInvoiceItem, { body: { invoice: bill.id, item: item.id, quantity } }),
      isStocked(item.category)
        ? t('{n} × {item} was added and requested from the pharmacy.', { n: quantity, item: item.name })
        : quantity === '1'
          ? t('{item} was added.', { item: item.name })
          : t('{n} × {item} was added.', { n: quantity, item: item.name }),
    )
  }
  const takeBest = async () => {
    const [best] = await queryClient.fetchQuery(catalogue(wanted.q)).catch(() => [])
    if (best && entered.current) add(best)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An empty box gives the keys of the page back.
    if (event.key === 'Escape' && text === '') event.currentTarget.blur()
    if (event.key !== 'Enter' || wanted.q === '') return
    entered.current = true
    // Enter may come before the answer, or before an option is marked: what the list does not take itself is the best match, once it is there.
    setTimeout(() => entered.current && void takeBest())
  }
  if (!can(listItems)) return null
  return (
    <Select
      ref={box}
      className="no-print"
      aria-label={t('Add an item')}
      placeholder={t('Add an item: name or code, 3x for three')}
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={text === '' ? <Kbd className="not-phone">A</Kbd> : undefined}
      searchable
      disabled={isRunning && text !== ''}
      selectFirstOptionOnChange={isSettled}
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      filter={({ options }) => options}
      nothingFoundMessage={wanted.q === '' ? t('Type a name or code') : isSettled ? t('No matching catalogue item') : undefined}
      renderOption={({ option }) => {
        const item = items.find(({ id }) => String(id) === option.value)
        return (
          item && (
            <span className="row full-width">
              <span className="grow wrap-text">
                {wanted.quantity !== '1' && <b className="num">{wanted.quantity} × </b>}
                {item.name} <span className="small t3">{[item.code, itemCategoryWord(item.category)].filter(Boolean).join(' · ')}</span>
              </span>
              <span className="num small">{item.price === null ? t('no cash price') : money(item.price)}</span>
            </span>
          )
        )
      }}
      onKeyDown={onKeyDown}
      value={null}
      searchValue={text}
      onSearchChange={(typed) => {
        setText(typed)
        entered.current = false
        ask(readWanted(typed).q)
      }}
      onChange={(id) => {
        const item = items.find((one) => String(one.id) === id)
        if (item) add(item)
      }}
    />
  )
}
