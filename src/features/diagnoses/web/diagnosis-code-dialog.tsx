import { Button, Modal, Select, TagsInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { confirm } from '#web/dialogs.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createDiagnosisCode, MAX_SYNONYMS, updateDiagnosisCode, type DiagnosisCode, type DiagnosisSystem } from '../contract.ts'
import { systemChoices, systemName } from './system-name.tsx'

interface Props {
  /** Null adds one. */
  term: DiagnosisCode | null
  onClose: () => void
}

/** What is typed in the box of the synonyms and was not ended by Enter counts too. */
const useSynonymText = () => {
  const [text, setText] = useState('')
  const withText = <V extends { synonyms: string[] }>(values: V): V => ({
    ...values,
    synonyms: [...values.synonyms, ...text.split(/[|;]/).flatMap((one) => one.trim() || [])],
  })
  return { text, setText, withText }
}

interface WordsProps {
  input: (name: 'title' | 'synonyms') => object
  typing: Pick<ReturnType<typeof useSynonymText>, 'text' | 'setText'>
}

const Words = ({ input, typing }: WordsProps) => (
  <>
    <TextInput label={t('Title')} description={t('What it is called in notes and letters.')} required maxLength={300} {...input('title')} />
    <TagsInput
      label={t('Synonyms')}
      description={t('What people call it too: plain words, short forms, other languages. Enter ends each.')}
      maxTags={MAX_SYNONYMS}
      splitChars={['|', ';']}
      searchValue={typing.text}
      onSearchChange={typing.setText}
      {...input('synonyms')}
    />
  </>
)

const AddForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const typing = useSynonymText()
  const added = useEndpointForm(createDiagnosisCode, {
    toBody: (values) => ({ ...typing.withText(values), system: values.system as DiagnosisSystem }),
    initialValues: { system: 'icd-10', code: '', title: '', synonyms: [] as string[] },
    onSaved: ({ title }) => {
      toast.done(t('{{name}} is added.', { name: title }))
      onClose()
    },
  })
  const { form } = added
  const needsCode = form.values.system !== 'local'
  return (
    <EndpointForm of={added} save={t('Add diagnosis')} onCancel={onClose}>
      <Select label={t('Classification')} required allowDeselect={false} data={systemChoices()} {...form.getInputProps('system')} />
      <TextInput
        label={t('Code')}
        description={needsCode ? undefined : t('What you call it in short, if you do.')}
        required={needsCode}
        maxLength={60}
        data-autofocus
        {...form.getInputProps('code')}
      />
      <Words input={(name) => form.getInputProps(name)} typing={typing} />
    </EndpointForm>
  )
}

/** Takes a term out of use or back into it; the toast offers the way back. */
const useSwitch = (onDone: () => void) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: DiagnosisCode) =>
      call(updateDiagnosisCode, { params: { id }, body: { is_active: !is_active, version } }),
    onSuccess: (saved) => {
      void queryClient.invalidateQueries()
      const name = saved.title
      const text = saved.is_active ? t('{{name}} is in use again.', { name }) : t('{{name}} is out of use.', { name })
      toast.done(text, { label: t('Undo'), run: () => mutate(saved) })
      onDone()
    },
    onError: (error) => toast.failed(error),
  })
  return { mutate, isPending }
}

const EditForm = ({ term, onClose }: { term: DiagnosisCode; onClose: () => void }) => {
  const { id, title, synonyms, version, is_active } = term
  const change = useSwitch(onClose)
  const typing = useSynonymText()
  const edited = useEndpointForm(updateDiagnosisCode, {
    toBody: typing.withText,
    initialValues: { title, synonyms },
    params: { id },
    version,
    onSaved: (saved) => {
      toast.done(t('{{name}} is saved.', { name: saved.title }))
      onClose()
    },
  })
  const retire = async () => {
    const isMeant = await confirm({
      title: t('Take {{name}} out of use?', { name: title }),
      text: t('It stays in records where it stands already, and nobody can choose it any more.'),
      action: t('Take out of use'),
    })
    if (isMeant) change.mutate(term)
  }
  const flip = (
    <Button loading={change.isPending} onClick={() => (is_active ? void retire() : change.mutate(term))}>
      {is_active ? t('Take out of use') : t('Use again')}
    </Button>
  )
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={flip} labels={{ title: t('Title'), synonyms: t('Synonyms') }}>
      <div className="t2">
        {systemName(term.system)} <b className="num">{term.code}</b>
      </div>
      <Words input={(name) => edited.form.getInputProps(name)} typing={typing} />
    </EndpointForm>
  )
}

/** Adds a diagnosis to the list, or changes what one is called; its code stays what it is. */
export const DiagnosisCodeDialog = ({ term, onClose }: Props) => (
  <Modal opened onClose={onClose} size="lg" title={term?.title ?? t('Add diagnosis')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {term ? <EditForm term={term} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
