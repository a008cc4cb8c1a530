import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { factsOf, usePatientSearch, type FoundPatient } from '#web/searches/patient-search.ts'
import { ListedAllergies } from './listed-allergy-status.tsx'
import { nameOf, PatientName } from './patient-name.tsx'

const TYPING_MS = 200
const MATCHES = 10

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'onSearchChange'> & {
  value?: number | null
  onChange: (id: number | null, patient: FoundPatient | null) => void
  /** Shown before anybody is searched for: the patient whose page this is, say. */
  known?: FoundPatient
}

const labelOf = (patient: FoundPatient) => `${nameOf(patient)} · ${patient.unique_id}`

/** Finds a patient by name, number, telephone or identifier, and takes one. A search that fails empties the list and says so. */
export const PatientPicker = ({ value, onChange, known, error, ...props }: Props) => {
  const { found, search } = usePatientSearch()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FoundPatient | null>(known ?? null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSettled, setSettled] = useState(false)
  const find = useDebouncedCallback((q: string) => {
    search(q, MATCHES).then(
      () => (setFailure(null), setSettled(true)),
      (problem: unknown) => problem instanceof DOMException || setFailure(messageOf(problem)),
    )
  }, TYPING_MS)

  // A draft that comes back brings its patient along.
  const shown = known !== undefined && known.id === value ? known : chosen
  const people = shown && !found.some(({ id }) => id === shown.id) ? [...found, shown] : found
  return (
    <Select
      placeholder={t('Name, number or phone')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      // True only once the answer is there: Enter then takes the best match.
      selectFirstOptionOnChange={isSettled}
      {...props}
      error={error ?? failure}
      data={people.map((patient) => ({ value: String(patient.id), label: labelOf(patient) }))}
      // The server has found them already, other spellings included.
      filter={({ options }) => options}
      nothingFoundMessage={
        text.trim() === '' ? t('Enter a name, number or phone') : isSettled && !failure ? t('No matching patient') : undefined
      }
      renderOption={({ option }) => {
        const patient = people.find(({ id }) => String(id) === option.value)
        return (
          patient && (
            <span className="stack min-w-0">
              <PatientName patient={patient} className="clip" />
              <span className="small t3 num clip">{factsOf(patient)}</span>
              <ListedAllergies patient={patient.id} />
            </span>
          )
        )
      }}
      value={value ? String(value) : null}
      searchValue={text}
      onSearchChange={(typed) => {
        setText(typed)
        setSettled(false)
        if (!shown || typed !== labelOf(shown)) find(typed)
      }}
      onChange={(id) => {
        const patient = people.find((one) => String(one.id) === id) ?? null
        setChosen(patient)
        onChange(patient?.id ?? null, patient)
      }}
    />
  )
}
