import { Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { createDiagnosisCode, MAX_SYNONYMS, updateDiagnosisCode, type DiagnosisCode, type DiagnosisSystem } from '../contract.ts'
import { systemChoices, systemName } from './system-name.tsx'

interface Props {
  /** Null adds one. */
  term: DiagnosisCode | null
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  system: string
  code: string
  title: string
  plain_title: string
  icd11_code: string
  synonyms: string[]
}

const valuesOf = (term: DiagnosisCode | null): Values => ({
  system: term?.system ?? 'icd-10',
  code: term?.code ?? '',
  title: term?.title ?? '',
  plain_title: term?.plain_title ?? '',
  icd11_code: term?.icd11_code ?? '',
  synonyms: term?.synonyms ?? [],
})

const Code = ({ form, term }: { form: FormOf<Values>; term: DiagnosisCode | null }) => {
  const needsCode = form.values.system !== 'local'
  if (term)
    return (
      <div className="t2">
        {systemName(term.system)} <b className="num">{term.code}</b>
      </div>
    )
  return (
    <>
      <Select label={t('Classification')} required allowDeselect={false} data={systemChoices()} {...form.getInputProps('system')} />
      <TextInput
        label={t('Code')}
        description={needsCode ? undefined : t('Optional short name.')}
        required={needsCode}
        maxLength={60}
        data-autofocus
        {...form.getInputProps('code')}
      />
    </>
  )
}

/** Adds a diagnosis to the list, or changes what one is called; its code stays what it is. */
export const DiagnosisCodeDialog = ({ term, onClose }: Props) => {
  // What is typed in the box of the synonyms and was not ended by Enter counts too.
  const [text, setText] = useState('')
  const words = ({ title, plain_title, icd11_code, synonyms }: Values) => ({
    title,
    plain_title: plain_title.trim() || null,
    icd11_code: icd11_code.trim() || null,
    synonyms: [...synonyms, ...text.split(/[|;]/).flatMap((one) => one.trim() || [])],
  })
  return (
    <RecordDialog
      row={term}
      create={createDiagnosisCode}
      update={updateDiagnosisCode}
      add={t('Add diagnosis')}
      save={t('Add diagnosis')}
      size="lg"
      name={({ title }) => title}
      values={valuesOf}
      toBody={words}
      toNewBody={(values) => ({ ...words(values), code: values.code, system: values.system as DiagnosisSystem })}
      warning={t('Records that already use it keep it. It can no longer be chosen.')}
      labels={{ title: t('Title'), plain_title: t('Title for patients'), icd11_code: t('ICD-11 code'), synonyms: t('Synonyms') }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Code form={form} term={term} />
          <TextInput
            label={t('Title')}
            description={t('Name in notes and letters.')}
            required
            maxLength={300}
            data-autofocus={term !== null || undefined}
            {...form.getInputProps('title')}
          />
          <TextInput
            label={t('Title for patients')}
            description={t('Plain words in visit summaries and the portal. Leave empty if the title is plain enough.')}
            maxLength={300}
            {...form.getInputProps('plain_title')}
          />
          <TextInput label={t('ICD-11 code')} maxLength={120} {...form.getInputProps('icd11_code')} />
          <TagsInput
            label={t('Synonyms')}
            description={t('Other names: plain words, abbreviations, other languages. Press Enter after each.')}
            maxTags={MAX_SYNONYMS}
            splitChars={['|', ';']}
            searchValue={text}
            onSearchChange={setText}
            {...form.getInputProps('synonyms')}
          />
        </>
      )}
    </RecordDialog>
  )
}
