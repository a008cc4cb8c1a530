import { Kbd, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listOrderables, type Orderable } from '#features/lab-catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { alreadyIn, keyOf, type ChosenTest } from './chosen-tests.ts'
import { favouriteTests } from './favourite-tests.ts'
import { usePrices } from './use-prices.ts'

const TYPING_MS = 150
const MATCHES = 20
const SEARCH_KEY = 'Alt+T'

const toChosenTest = ({ kind, id, name, item, panels }: Orderable | ChosenTest): ChosenTest => ({ kind, id, name, item, panels })
const takenWord = (where: 'chosen' | 'profile' | 'visit' | null) =>
  where === null ? null : { chosen: () => t('chosen'), profile: () => t('in the profile'), visit: () => t('requested') }[where]()

interface OptionProps {
  test: ChosenTest
  /** Of a profile: the tests in it that it was found by. */
  matched: readonly string[]
  taken: string | null
  price: string | null
  mayPrice: boolean
}
const Option = ({ test, matched, taken, price, mayPrice }: OptionProps) => {
  const priceWord = test.item === null ? t('charged per test') : price === null ? t('no price') : money(price)
  const names = test.panels.map(({ name }) => name).join(', ')
  return (
    <span className="stack min-w-0 full-width">
      <span className="row">
        <span className="grow break-anywhere semi">{test.name}</span>
        <span className="num small">{taken ?? (mayPrice ? priceWord : '')}</span>
      </span>
      {test.kind === 'profile' && (
        <>
          {matched.length > 0 && <span className="small t2 wrap-text">{t('contains {tests}', { tests: matched.join(', ') })}</span>}
          <span className="small t3 clip" title={names}>
            {t('{count, plural, one {# test} other {# tests}}', { count: test.panels.length })}: {names}
          </span>
        </>
      )}
    </span>
  )
}

interface Props {
  chosen: readonly ChosenTest[]
  /** The tests that the visit has. */
  current: ReadonlySet<number>
  onTake: (test: ChosenTest) => void
  hasFocus?: boolean
  /** No profiles. */
  only?: 'panel'
}

/** Finds a profile or a test by words in any order, by any name of it or of what it contains; the empty box offers what this person asks for most. Arrows and Enter take. */
export const TestSearch = ({ chosen, current, onTake, hasFocus, only }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, TYPING_MS)
  const { mayPrice, priceOf } = usePrices()
  const found = useQuery({
    ...query(listOrderables, { query: { ...(asked !== '' && { q: asked }), limit: MATCHES } }),
    placeholderData: keepPreviousData,
  })
  useKeys([{ keys: SEARCH_KEY, label: t('Request a test'), run: () => box.current?.focus() }])
  const q = text.trim()
  // What is shown answers what is typed: until then Enter takes nothing, or it would be a test of an earlier answer.
  const isSettled = asked === q && !found.isPlaceholderData && found.data !== undefined
  const isWanted = ({ kind }: ChosenTest) => only === undefined || kind === only
  const often = q === '' ? favouriteTests().filter(isWanted) : []
  const kept = new Set(often.map(keyOf))
  const rest = (isSettled ? found.data : []).map(toChosenTest).filter((test) => isWanted(test) && !kept.has(keyOf(test)))
  const all = [...often, ...rest]
  const optionOf = (test: ChosenTest) => ({
    value: keyOf(test),
    label: test.name,
    disabled: ['chosen', 'profile'].includes(alreadyIn(test, chosen, current) ?? ''),
  })
  const restOptions = rest.map(optionOf)
  const data =
    often.length === 0
      ? restOptions
      : [
          { group: t('Most requested'), items: often.map(optionOf) },
          { group: t('All tests'), items: restOptions },
        ]
  return (
    <Select
      ref={box}
      aria-label={t('Request a test')}
      placeholder={t('Profile or test')}
      data-autofocus={hasFocus || undefined}
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={text === '' ? <Kbd className="not-phone">{keyLabel(SEARCH_KEY)}</Kbd> : undefined}
      rightSectionWidth={56}
      searchable
      selectFirstOptionOnChange={isSettled && q !== ''}
      maxDropdownHeight={360}
      data={data}
      filter={({ options }) => options}
      nothingFoundMessage={found.isError ? t('The catalogue could not be searched.') : isSettled ? t('No matching test') : undefined}
      renderOption={({ option }) => {
        const test = all.find((one) => keyOf(one) === option.value)
        const matched = q === '' ? [] : (found.data?.find((one) => keyOf(one) === option.value)?.matched ?? [])
        return (
          test && (
            <Option
              test={test}
              matched={matched}
              taken={takenWord(alreadyIn(test, chosen, current))}
              price={priceOf(test)}
              mayPrice={mayPrice}
            />
          )
        )
      }}
      value={null}
      searchValue={text}
      onSearchChange={(typed) => {
        setText(typed)
        ask(typed.trim())
      }}
      onChange={(value) => {
        const test = all.find((one) => keyOf(one) === value)
        if (!test) return
        setText('')
        setAsked('')
        onTake({ ...test, ...(alreadyIn(test, chosen, current) === 'visit' && { isRepeat: true }) })
      }}
    />
  )
}
