import { Button, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { createPatient } from '#features/patients/contract.ts'
import { patientColumns } from './patient-columns.tsx'
import { PatientFilters } from './patient-filters.tsx'
import '../patients.css'
import { usePatientRows } from './use-patient-rows.ts'

const TYPING_MS = 200

const NoPatients = ({ isNarrowed, q, clear }: { isNarrowed: boolean; q: string | undefined; clear: () => void }) => {
  const { can } = useRights()
  const navigate = useNavigate()
  const register = can(createPatient) && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => void navigate('/dashboard/patients/new')}>
      {t('Register patient')}
    </Button>
  )
  if (!isNarrowed)
    return (
      <Empty title={t('No patients yet')} action={register}>
        {t('Everybody who is registered at the desk appears here.')}
      </Empty>
    )
  return (
    <Empty
      icon={IconSearch}
      title={q ? t('Nobody found for “{{q}}”', { q }) : t('Nobody matches these filters')}
      action={
        <span className="row">
          <Button onClick={clear}>{q ? t('Clear the search') : t('Clear the filters')}</Button>
          {register}
        </span>
      }
    >
      {q ? t('Names may be misspelt and in any order; numbers, phones and identifiers are found too.') : undefined}
    </Empty>
  )
}

/** All patients: found by text, narrowed by filters, opened with Enter. */
export const PatientList = () => {
  const { can } = useRights()
  const navigate = useNavigate()
  const { url, setUrl, rows, isNarrowed } = usePatientRows()
  const [text, setText] = useState(url.q ?? '')
  const box = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const search = useDebouncedCallback((q: string) => setUrl({ q: q.trim() }), TYPING_MS)
  const clear = () => {
    setText('')
    setUrl({ q: '', gender: '', insurance_company_id: '', registered_from: '', registered_to: '', active: '' })
    box.current?.focus()
  }
  const open = ({ id }: { id: number }) => void navigate(`/dashboard/patients/${id}`)
  const register = () => void navigate('/dashboard/patients/new')
  useKeys([
    { keys: '/', label: t('Search patients'), run: () => box.current?.focus() },
    ...(can(createPatient) ? [{ keys: 'N', label: t('Register patient'), run: register }] : []),
  ])

  const type = (typed: string) => {
    setText(typed)
    search(typed)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const [first] = rows.data ?? []
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      table.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
    }
    // What is shown must be the answer to what is typed.
    if (event.key === 'Enter' && first && text.trim() !== '' && text.trim() === url.q) open(first)
  }
  const count = rows.total !== null && !url.q ? t('{{n}} on file', { n: number(rows.total) }) : undefined
  return (
    <Page
      title={t('Patients')}
      sub={url.q ? t('Best match first') : (count ?? '\u00a0')}
      actions={
        can(createPatient) && (
          <Button
            variant="filled"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">N</Kbd>}
            onClick={register}
          >
            {t('Register patient')}
          </Button>
        )
      }
    >
      <div className="list-tools" role="search">
        <TextInput
          ref={box}
          className="list-search"
          aria-label={t('Search patients')}
          placeholder={t('Name, number, phone or identifier')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={text === '' ? <Kbd className="not-phone">/</Kbd> : undefined}
          autoComplete="off"
          autoFocus
          data-autofocus
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {!url.q && <PatientFilters url={url} setUrl={setUrl} />}
      </div>
      <div className="list-rows" ref={table}>
        <DataTable
          label={t('Patients')}
          columns={patientColumns()}
          of={rows}
          rowKey={({ id }) => id}
          onOpen={open}
          sort={url.q ? undefined : (url.sort ?? '-created')}
          onSort={url.q ? undefined : (sort) => setUrl({ sort: sort === '-created' ? '' : sort })}
          empty={<NoPatients isNarrowed={isNarrowed} q={url.q} clear={clear} />}
        />
      </div>
    </Page>
  )
}
