import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, download, fetchFile, query } from '#web/api.ts'
import type { FormOf } from '#web/checked-form.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import { fillLetterTemplate, listLetterTemplates, previewLetter, printLetter, signLetter } from '../contract.ts'
import './letters.css'

type Values = { title: string; body: string }
interface Props {
  patient: number
  visit: number | null
  onClose: () => void
}
const QUIET_MS = 700

/** The letter as it would be printed; drawn again when typing rests. */
const Preview = ({ patient, visit, title, body }: Omit<Props, 'onClose'> & Values) => {
  const [rested] = useDebouncedValue(JSON.stringify({ patient, visit, title, body }), QUIET_MS)
  const sent = JSON.parse(rested) as Omit<Props, 'onClose'> & Values
  if (sent.title.trim() === '' || sent.body.trim() === '')
    return <p className="t2">{t('The letter is shown here once it has a title and a text.')}</p>
  return (
    <SentFile
      key={rested}
      queryKey={['letter preview', rested]}
      load={async () => (await fetchFile(previewLetter, { body: sent })).blob}
      file={{ name: t('Draft of the letter'), type: 'application/pdf' }}
      alt={title}
    />
  )
}

/** Chooses a template and puts it, filled in, where it is gone over. */
const TemplateField = ({ patient, visit, onFilled }: Omit<Props, 'onClose'> & { onFilled: (id: number, filled: Values) => void }) => {
  const { data = [] } = useQuery(query(listLetterTemplates))
  const [chosen, choose] = useState('')
  const fill = async (value: string) => {
    choose(value)
    if (value === '') return
    try {
      const of = { template: value, patient: String(patient), ...(visit !== null && { visit: String(visit) }) }
      onFilled(Number(value), await call(fillLetterTemplate, { query: of as never }))
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <NativeSelect
      label={t('Template')}
      value={chosen}
      onChange={({ currentTarget: { value } }) => void fill(value)}
      data={[
        { value: '', label: t('Without a template') },
        ...data.filter(({ is_active }) => is_active).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <TextInput label={t('Title')} required maxLength={120} dir="auto" {...form.getInputProps('title')} />
    <Textarea label={t('Text')} required autosize minRows={10} maxRows={24} maxLength={10_000} dir="auto" {...form.getInputProps('body')} />
    <p className="small t3">{t('Once signed, a letter has a number and is never changed. What was wrong is said by another one.')}</p>
  </>
)

/** Writes a letter about a patient: a template filled in, gone over, looked at, signed and printed. */
export const LetterDialog = ({ patient, visit, onClose }: Props) => {
  const [template, setTemplate] = useState<number | null>(null)
  const signed = useEndpointForm(signLetter, {
    initialValues: { title: '', body: '' } satisfies Values,
    toBody: (values) => ({ ...values, patient, visit, template }),
    onSaved: ({ id, number }) => {
      toast.done(t('Letter {{number}} is signed.', { number }))
      void download(printLetter, { params: { id } }, { open: true }).catch(toast.failed)
      onClose()
    },
  })
  const { form } = signed
  const onFilled = (id: number, { title, body }: Values) => {
    setTemplate(id)
    form.setValues({ title, body })
  }
  return (
    <Modal opened onClose={onClose} size="90rem" title={t('Write a letter')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="letter-parts">
        <EndpointForm of={signed} save={t('Sign and print')} onCancel={onClose} labels={{ title: t('Title'), body: t('Text') }}>
          <div className="form-stack">
            <TemplateField patient={patient} visit={visit} onFilled={onFilled} />
            <Fields form={form} />
          </div>
        </EndpointForm>
        <section aria-label={t('Preview')}>
          <Preview patient={patient} visit={visit} {...form.values} />
        </section>
      </div>
    </Modal>
  )
}
