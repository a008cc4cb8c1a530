import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  certainties,
  drugUsages,
  entityTypes,
  subjects,
  temporalities,
  type DrugUsage,
  type EntityDetails,
  type EntityType,
} from '#features/clinical-text/contract.ts'
import { listDiagnosisCodes } from '#features/diagnoses/contract.ts'
import { DiagnosisPicker } from '#features/diagnoses/web/diagnosis-picker.tsx'
import { changeEntity } from '#features/records/contract.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import type { Entity } from '../record-types.ts'
import { typeWord, usageWord } from './entity-labels.tsx'
import { putEntity } from './use-review.ts'

const detailBoxes: Partial<Record<EntityType, readonly (readonly [keyof EntityDetails, () => string])[]>> = {
  drug: [
    ['dose', () => t('Dose')],
    ['route', () => t('Route')],
    ['frequency', () => t('Frequency')],
    ['duration', () => t('Duration')],
  ],
  allergy: [['reaction', () => t('Reaction')]],
  vital: [['second_value', () => t('Second value')]],
}
const subjectWords = { patient: () => t('The patient'), family: () => t('Family'), other: () => t('Another person') }
const timeWords = { recent: () => t('Now'), historical: () => t('Past'), hypothetical: () => t('Conditional') }
const certaintyWords = { certain: () => t('Certain'), possible: () => t('Possible') }
/** The fields by their names, where two corrections are held against each other. */
const fieldWords = () => ({
  type: t('Type of finding'),
  value: t('Value'),
  unit: t('Unit'),
  code: t('Code'),
  negated: t('Denied'),
  subject: t('Refers to'),
  temporality: t('When'),
  certainty: t('Certainty'),
  usage: t('Use of the drug'),
})
const choices = <T extends string>(values: readonly T[], words: Record<T, () => string>) =>
  values.map((value) => ({ value, label: words[value]() }))

/** What can be said of a drug; of an allergy only that it is an intolerance. */
const usagesOf = (type: EntityType): readonly DrugUsage[] =>
  type === 'drug' ? drugUsages : drugUsages.filter((usage) => type === 'allergy' && usage === 'not tolerated')
const hasUnit = (type: EntityType) => type === 'laboratory' || type === 'vital'
const hasCode = (type: EntityType) => type === 'diagnosis' || type === 'symptom'

/** The code that belongs to a chosen term of the list: the picker answers its id. */
const findCode = async (id: number, title: string) => {
  const found = await queryClient.fetchQuery(query(listDiagnosisCodes, { query: { q: title.slice(0, 100), active: 'true', limit: 12 } }))
  return found.find((term) => term.id === id)?.code ?? ''
}

/** Corrects what was read of a finding; a correction confirms it. */
export const CorrectForm = ({ entity: given, close }: { entity: Entity; close: () => void }) => {
  // As it was opened: live news of what somebody else has corrected meanwhile must not make this change one of theirs.
  const [entity] = useState(given)
  const { id, version, details } = entity
  const endpointForm = useEndpointForm(changeEntity, {
    initialValues: {
      type: entity.type,
      value: entity.value ?? '',
      unit: entity.unit ?? '',
      code: entity.code ?? '',
      negated: entity.negated,
      subject: entity.subject,
      temporality: entity.temporality,
      certainty: entity.certainty,
      usage: entity.usage ?? ('' as const),
      dose: details.dose ?? '',
      route: details.route ?? '',
      frequency: details.frequency ?? '',
      duration: details.duration ?? '',
      reaction: details.reaction ?? '',
      second_value: details.second_value ?? '',
    },
    params: { id },
    version,
    toBody: ({ dose, route, frequency, duration, reaction, second_value, value, unit, code, usage, ...message }) => {
      const typed = { dose, route, frequency, duration, reaction, second_value }
      const kept = Object.entries({ ...details, ...typed }).filter(([, text]) => text !== '' && text !== undefined)
      return {
        ...message,
        usage: usage !== '' && usagesOf(message.type).includes(usage) ? usage : null,
        value: value || null,
        unit: unit || null,
        code: code || null,
        details: Object.fromEntries(kept) as never,
      }
    },
    onSaved: (saved) => {
      putEntity(saved)
      close()
    },
  })
  const { form } = endpointForm
  const { type, value, code } = form.getValues()
  useKeys([{ keys: 'Escape', label: t('Cancel'), run: close, always: true, hidden: true }])
  const choose = async ({ code: term, text }: { code: number | null; text: string }) => {
    form.setValues({ value: text, code: term === null ? '' : await findCode(term, text) })
  }
  return (
    <div className="panel span-all pad-5 mt-4">
      <EndpointForm form={endpointForm} save={t('Save and confirm')} onCancel={close} labels={fieldWords()}>
        <div className="section-grid">
          <Select
            label={t('Type of finding')}
            allowDeselect={false}
            data={entityTypes.map((one) => ({ value: one, label: typeWord(one) }))}
            {...form.getInputProps('type')}
          />
          {hasCode(type) && value === '' ? (
            <DiagnosisPicker label={typeWord(type)} isOpen onChoose={(chosen) => void choose(chosen)} />
          ) : (
            <TextInput autoFocus label={hasUnit(type) ? t('Value') : typeWord(type)} autoComplete="off" {...form.getInputProps('value')} />
          )}
          {hasUnit(type) && <TextInput label={t('Unit')} autoComplete="off" {...form.getInputProps('unit')} />}
          {usagesOf(type).length > 0 && (
            <Select
              label={t('Use of the drug')}
              allowDeselect={false}
              data={[
                { value: '', label: type === 'drug' ? t('Taken by the patient') : t('Allergy') },
                ...usagesOf(type).map((value) => ({ value, label: usageWord(value) })),
              ]}
              {...form.getInputProps('usage')}
            />
          )}
          {(detailBoxes[type] ?? []).map(([name, word]) => (
            <TextInput key={name} label={word()} autoComplete="off" {...form.getInputProps(name)} />
          ))}
        </div>
        {hasCode(type) && value !== '' && (
          <div className="row wrap">
            <span className="grow num">{code === '' ? t('No code') : t('Code {code}', { code })}</span>
            <Button size="compact-sm" onClick={() => form.setValues({ value: '', code: '' })}>
              {t('Choose from list')}
            </Button>
          </div>
        )}
        <div className="section-grid">
          <Select label={t('Refers to')} allowDeselect={false} data={choices(subjects, subjectWords)} {...form.getInputProps('subject')} />
          <Select label={t('When')} allowDeselect={false} data={choices(temporalities, timeWords)} {...form.getInputProps('temporality')} />
          <Select
            label={t('Certainty')}
            allowDeselect={false}
            data={choices(certainties, certaintyWords)}
            {...form.getInputProps('certainty')}
          />
        </div>
        <Checkbox label={t('Denied: the document says this is not the case')} {...form.getInputProps('negated', { type: 'checkbox' })} />
      </EndpointForm>
    </div>
  )
}
