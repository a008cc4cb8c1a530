import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, messageOf, query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { fillLetterTemplate, listLetterTemplates } from '../contract.ts'

/** What is typed, and the id of the template that it began with: empty for none. */
export type LetterValues = { title: string; body: string; template: string }

interface Props {
  patient: number
  visit: number | null
  form: FormOf<LetterValues>
}

/** Chooses a template and puts it, filled in, where it is gone over; asks before it takes the place of what was typed. */
export const TemplateField = ({ patient, visit, form }: Props) => {
  const { data = [], error } = useQuery(query(listLetterTemplates))
  const filled = useRef({ title: '', body: '' })
  // Of two quick choices the last one counts, whichever answer is here first.
  const latest = useRef(0)
  const isTyped = () => {
    const { title, body } = form.getValues()
    return `${title}${body}`.trim() !== '' && (title !== filled.current.title || body !== filled.current.body)
  }
  const mayReplace = async () =>
    !isTyped() ||
    (await confirm({
      title: t('Replace your text?'),
      text: t('The template replaces the title and text.'),
      action: t('Replace'),
      isGrave: true,
    }))
  const choose = async (template: string) => {
    latest.current += 1
    const turn = latest.current
    if (template === '') return form.setFieldValue('template', '')
    if (!(await mayReplace()) || turn !== latest.current) return
    try {
      const selection = { template, patient: String(patient), ...(visit !== null && { visit: String(visit) }) }
      const { title, body } = await call(fillLetterTemplate, { query: selection as never })
      if (turn !== latest.current) return
      filled.current = { title, body }
      form.setValues({ title, body, template })
    } catch (failed) {
      if (turn === latest.current) toast.failed(failed)
    }
  }
  const { template } = form.values
  return (
    <NativeSelect
      label={t('Template')}
      value={template}
      error={error && messageOf(error)}
      onChange={({ currentTarget: { value } }) => void choose(value)}
      data={[
        { value: '', label: t('No template') },
        ...data
          .filter(({ id, is_active }) => is_active || String(id) === template)
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
