import { ActionIcon, Kbd, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFlask, IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listItems } from '#features/catalogue/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/api.ts'
import { askReason } from '#web/dialogs.ts'
import { money, time } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keys.ts'
import { useRights } from '#web/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useDeed } from '#web/use-deed.ts'
import { updateLabTestRequestPanel, createLabTestRequest, listLabTestRequests } from '../contract.ts'
import { useTests } from './use-tests.ts'
import './tests.css'

const TYPING_MS = 150
const SEARCH_KEY = 'Alt+T'
type Request = ResponseOf<typeof listLabTestRequests>[number]

const Search = ({
  onTake,
  taken,
}: {
  onTake: (test: { id: number; name: string; price: string | null }) => void
  taken: ReadonlySet<number>
}) => {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, TYPING_MS)
  const found = useQuery({
    ...query(listItems, { query: { q: asked, category: 'laboratory', active: 'true', limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  useKeys([{ keys: SEARCH_KEY, label: t('Request a test'), run: () => box.current?.focus() }])
  const q = text.trim()
  // What is shown answers what is typed: until then Enter takes nothing, or it would be a test of an earlier answer.
  const isSettled = asked === q && !found.isPlaceholderData && found.data !== undefined
  const items = isSettled ? found.data : []
  return (
    <Select
      ref={box}
      aria-label={t('Request a test')}
      placeholder={t('Laboratory test')}
      leftSection={<IconPlus size={16} aria-hidden />}
      rightSection={text === '' ? <Kbd className="not-phone">{keyLabel(SEARCH_KEY)}</Kbd> : undefined}
      rightSectionWidth={56}
      searchable
      selectFirstOptionOnChange={isSettled && q !== ''}
      data={items.map(({ id, name }) => ({ value: String(id), label: name, disabled: taken.has(id) }))}
      filter={({ options }) => options}
      nothingFoundMessage={isSettled ? t('No test in the catalogue is called that') : undefined}
      renderOption={({ option }) => {
        const item = items.find(({ id }) => String(id) === option.value)
        return (
          <span className="row test-option">
            <span className="grow">{option.label}</span>
            <span className="num small">{taken.has(item?.id ?? 0) ? t('requested') : item?.price ? money(item.price) : t('no price')}</span>
          </span>
        )
      }}
      value={null}
      searchValue={text}
      onSearchChange={(typed) => {
        setText(typed)
        ask(typed.trim())
      }}
      onChange={(value) => {
        const item = items.find(({ id }) => String(id) === value)
        if (!item) return
        setText('')
        setAsked('')
        onTake({ id: item.id, name: item.name, price: item.price })
      }}
    />
  )
}

const Requested = ({ request }: { request: Request }) => {
  const { can } = useRights()
  const { run, isRunning } = useDeed()
  const cancel = async (panel: Request['panels'][number]) => {
    const reason = await askReason({ title: t('Cancel {{test}}', { test: panel.test_panel_name }), action: t('Cancel the test') })
    if (reason !== null)
      run(() => call(updateLabTestRequestPanel, { params: { id: panel.id }, body: { cancelled: true, reason, version: panel.version } }))
  }
  return request.panels
    .filter(({ cancelled_at }) => cancelled_at === null)
    .map((panel) => (
      <li key={panel.id} className="test">
        <span className="grow">
          <span className="test-name">{panel.test_panel_name}</span>
          <span className="small t3 num">
            {time(request.requested_at)} · {request.requested_by_name}
            {request.note && ` · ${request.note}`}
          </span>
        </span>
        <span className="test-end">
          <Status tone="waiting">{t('Requested')}</Status>
          {panel.sale_price && <span className="num small t2">{money(panel.sale_price)}</span>}
        </span>
        {can(updateLabTestRequestPanel) && (
          <ActionIcon
            size={24}
            loading={isRunning}
            aria-label={t('Cancel {{test}}', { test: panel.test_panel_name })}
            onClick={() => void cancel(panel)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </li>
    ))
}

interface Props {
  visit: { id: number; closed_at?: string | null; process_test_req: number | null }
}

/** The laboratory's part of the tray of orders: what is requested in this visit, what is being chosen, and the box that finds the next. */
export const TestsPanel = ({ visit }: Props) => {
  const { can } = useRights()
  const process = visit.process_test_req
  const asked = useQuery({ ...query(listLabTestRequests, { query: { process: process ?? 0, limit: 100 } }), enabled: process !== null })
  const { tests, note, failure, add, remove, setNote } = useTests(visit.id, process)
  const mayAsk = can(createLabTestRequest) && !visit.closed_at && process !== null
  const standing = (asked.data ?? []).flatMap(({ panels }) => panels.filter(({ cancelled_at }) => cancelled_at === null))
  const taken = new Set([...standing.map(({ item }) => item), ...tests.map(({ id }) => id)])
  return (
    <section className="tests" aria-label={t('Laboratory')}>
      <h3 className="tests-title">
        <IconFlask size={16} stroke={1.5} aria-hidden />
        {t('Laboratory')}
      </h3>
      <FourStates of={asked} loading={<Loading rows={2} height={32} />}>
        {(requests) =>
          standing.length > 0 ? (
            <ul className="test-lines" aria-label={t('Requested tests')}>
              {requests.map((request) => (
                <Requested key={request.id} request={request} />
              ))}
            </ul>
          ) : (
            tests.length === 0 && <p className="t3 tests-none">{t('No test is requested in this visit.')}</p>
          )
        }
      </FourStates>
      {tests.length > 0 && (
        <ul className="test-lines" aria-label={t('Not sent yet')}>
          {tests.map(({ id, name, price }) => (
            <li key={id} className="test">
              <span className="grow test-name">{name}</span>
              <span className="num small t2">{price ? money(price) : t('no price')}</span>
              <ActionIcon size={24} aria-label={t('Remove {{title}}', { title: name })} onClick={() => remove(id)}>
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {tests.length > 0 && (
        <TextInput
          aria-label={t('Remark for the laboratory')}
          placeholder={t('Remark for the laboratory')}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      {failure && (
        <Note tone="critical" alert>
          {failure}
        </Note>
      )}
      {mayAsk && <Search onTake={add} taken={taken} />}
    </section>
  )
}
