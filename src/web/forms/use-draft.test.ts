// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, version } from '#shared/paging.ts'
import type { EndpointForm } from './form.ts'

// The browser's database, which this window has not.
const kept = new Map<string, unknown>()
let erased: Promise<void> | undefined
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: async (name: string) => kept.get(name),
  set: async (name: string, value: unknown) => void kept.set(name, value),
  del: async (name: string) => {
    kept.delete(name)
    await erased
  },
  clear: async () => kept.clear(),
}))
// Tests of other files may have loaded these before, with another database.
vi.resetModules()
const { useEndpointForm } = await import('./form.ts')
const { queryClient } = await import('../calls/query-client.ts')
const { adoptTokens, dropTokens } = await import('../session/tokens.ts')

const changeNote = endpoint({
  method: 'PUT',
  path: '/notes/{id}/',
  summary: 'Change a note',
  access: 'signed-in',
  params: ById,
  body: fields({ text: z.string(), ...version }),
  response: z.object({ text: z.string(), version: z.int() }),
})
interface Note {
  text: string
  version: number
}

let form: EndpointForm<{ text: string }>
const Form = ({ text, version: opened }: Note) => {
  const rendered = useEndpointForm(changeNote, { initialValues: { text }, params: { id: 7 }, version: opened, draftKey: 'note-7' })
  // The test looks at the form from outside.
  useEffect(() => {
    form = rendered
  })
  return null
}
let root: Root
const draw = (note: Note) =>
  act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Form, note))))
const open = async (note: Note) => {
  root = createRoot(document.createElement('div'))
  await draw(note)
}
const close = () => act(async () => root.unmount())
const type = async (text: string) => {
  await act(async () => form.form.setFieldValue('text', text))
  await vi.waitFor(() => expect([...kept.values()]).toMatchObject([{ values: { text } }]))
}
const save = () => act(async () => form.submit())

let server: Note
/** Stands in for the server: refuses a change of another version than its own. */
const serve = () =>
  vi.stubGlobal('fetch', async (_path: string, { headers, body }: { headers: HeadersInit; body: string }) => {
    const isStale = new Headers(headers).get('if-match') !== `"${server.version}"`
    if (!isStale) server = { text: (JSON.parse(body) as Note).text, version: server.version + 1 }
    const reply = isStale ? { detail: 'Changed.', code: 'version_conflict', current: server } : server
    return new Response(JSON.stringify(reply), { status: isStale ? 412 : 200, headers: { 'content-type': 'application/json' } })
  })

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  kept.clear()
  erased = undefined
  server = { text: 'as it was', version: 1 }
  serve()
  adoptTokens({ access: `x.${btoa(JSON.stringify({ user_id: 1, role: 'nurse', iat: 1_000_000, exp: 1_000_600 }))}.y`, refresh: 'one' })
  await open(server)
})
afterEach(async () => {
  await close()
  dropTokens()
  vi.unstubAllGlobals()
})

const otherUserSaved = () => {
  server = { text: 'by somebody else', version: 2 }
}

test('a draft is a change of the version it was typed on: saved over another’s change it meets both texts', async () => {
  await type('mine')
  await close()
  otherUserSaved()
  await open(server)
  await vi.waitFor(() => expect(form.draft).not.toBeNull())
  await save()
  await vi.waitFor(() => expect(form.clash).toMatchObject({ mine: { text: 'mine' }, theirs: { text: 'by somebody else', version: 2 } }))
  expect(server.text).toBe('by somebody else')
  await act(async () => form.clash?.keepMine())
  await vi.waitFor(() => expect(server).toEqual({ text: 'mine', version: 3 }))
  expect(kept.size).toBe(0)
})

test('what is typed on after a draft was restored is still a change of the old version', async () => {
  await type('mine')
  await close()
  otherUserSaved()
  await open(server)
  await vi.waitFor(() => expect(form.draft).not.toBeNull())
  await type('mine, longer')
  expect([...kept.values()]).toMatchObject([{ version: 1 }])
})

test('a discarded draft leaves a change of what is there now', async () => {
  await type('mine')
  await close()
  otherUserSaved()
  await open(server)
  await vi.waitFor(() => expect(form.draft).not.toBeNull())
  await act(async () => form.draft?.discard())
  await type('after reading theirs')
  await save()
  await vi.waitFor(() => expect(server).toEqual({ text: 'after reading theirs', version: 3 }))
})

test('what was typed last is kept when the form is left at once, and nothing is once it is saved', async () => {
  await act(async () => form.form.setFieldValue('text', 'the last words'))
  await close()
  await vi.waitFor(() => expect([...kept.values()]).toMatchObject([{ values: { text: 'the last words' } }]))
  kept.clear()
  await open(server)
  await act(async () => form.form.setFieldValue('text', 'saved at once'))
  await save()
  await vi.waitFor(() => expect(server.text).toBe('saved at once'))
  await close()
  expect(kept.size).toBe(0)
})

test('what was saved is no draft again, though its form is drawn while the draft is forgotten, and then left', async () => {
  const opened = { ...server }
  const erasing = Promise.withResolvers<void>()
  erased = erasing.promise
  await act(async () => form.form.setFieldValue('text', 'saved at once'))
  await save()
  await vi.waitFor(() => expect(server.text).toBe('saved at once'))
  await draw(opened)
  await close()
  erasing.resolve()
  expect(kept.size).toBe(0)
})

const creditNote = endpoint({
  method: 'POST',
  path: '/notes/{id}/credit/',
  summary: 'Credit a note',
  access: 'signed-in',
  params: ById,
  body: fields({ text: z.string(), ...version }),
  response: z.object({ text: z.string(), version: z.int() }),
})
const ActionForm = ({ version: opened }: Note) => {
  const rendered = useEndpointForm(creditNote, {
    initialValues: { text: '' },
    params: { id: 7 },
    version: opened,
    draftKey: 'note-7',
    stateOf: (current) => `now ${String(current['text'])}`,
  })
  useEffect(() => {
    form = rendered
  })
  return null
}

test('an action that meets a changed record says its new state instead of comparing texts, and is tried again on it', async () => {
  await close()
  const action = (note: Note) =>
    act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(ActionForm, note))))
  root = createRoot(document.createElement('div'))
  await action(server)
  await type('a reason')
  otherUserSaved()
  await save()
  await vi.waitFor(() => expect(form.errors).toEqual([expect.stringContaining('now by somebody else')]))
  expect(form.clash).toBeNull()
  await save()
  await vi.waitFor(() => expect(server).toEqual({ text: 'a reason', version: 3 }))
})

test('a restored draft of an action is of the record as it is opened, not of the version on which it was typed', async () => {
  await close()
  const action = (note: Note) =>
    act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(ActionForm, note))))
  root = createRoot(document.createElement('div'))
  await action(server)
  await type('a reason')
  await close()
  otherUserSaved()
  root = createRoot(document.createElement('div'))
  await action(server)
  await vi.waitFor(() => expect(form.draft).not.toBeNull())
  await save()
  await vi.waitFor(() => expect(server).toEqual({ text: 'a reason', version: 3 }))
  expect(form.errors).toEqual([])
})

test('an edit that holds what the changed record holds has nothing to choose between', async () => {
  await type('by somebody else')
  otherUserSaved()
  await save()
  await vi.waitFor(() => expect(form.errors).toHaveLength(1))
  expect(form.clash).toBeNull()
})
