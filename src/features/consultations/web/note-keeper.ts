import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { isUnsettled } from '#web/calls/connection.ts'
import { dropDraft, keepDraft, readDraft } from '#web/forms/drafts.ts'
import { createStore } from '#web/state/store.ts'
import { session } from '#web/session/tokens.ts'
import {
  addAddendum,
  addDiagnosis,
  changeDiagnosis,
  createConsultation,
  getConsultation,
  removeDiagnosis,
  saveConsultation,
  signConsultation,
} from '../contract.ts'
import { changesOf, isInBoth, NOTHING_WRITTEN, typedValues, unsavedText, valuesOf, type NoteValues } from './note-values.ts'

export type NoteOnScreen = ResponseOf<typeof getConsultation>
type DiagnosisBody = Omit<RequestOf<typeof addDiagnosis>['body'], 'version'>
type DiagnosisChange = Omit<RequestOf<typeof changeDiagnosis>['body'], 'version'>

export interface NoteState {
  /** As the server has it; null while nothing has been sent. */
  note: NoteOnScreen | null
  values: NoteValues
  /** `typing`: changed here, not sent yet. `stuck`: it cannot be sent; what was typed stays in this browser. */
  state: 'still' | 'typing' | 'saving' | 'saved' | 'stuck'
  savedAt: number | null
  /** Why it is stuck, in words. */
  problem: string | null
  /** Somebody else saved the same note meanwhile: theirs. */
  clash: NoteOnScreen | null
  /** Somebody signed it meanwhile: what was typed here can only be added. */
  isSigned: boolean
}

const SAVE_AFTER_MS = 800
const KEEP_AFTER_MS = 250
/** A save that was not answered was tried three times: what is typed next is not sent at once. */
const REST_MS = 20_000

/**
 * Keeps one doctor's note of one visit: what is typed is in this browser within a quarter of a second and on the server within a second
 * after the last key. Requests go one after the other, so that each starts from the version that the one before answered.
 */
export const keepNote = (visit: number, draft: NoteOnScreen | null) => {
  const person = session.get().user?.user_id ?? 0
  const draftKey = `note-${visit}`
  let saved = draft ? valuesOf(draft) : NOTHING_WRITTEN
  let sent = saved
  const store = createStore<NoteState>({
    note: draft,
    values: saved,
    state: 'still',
    savedAt: draft ? Date.parse(draft.changed_at) : null,
    problem: null,
    clash: null,
    isSigned: false,
  })
  const change = (some: Partial<NoteState>) => store.set({ ...store.get(), ...some })
  const changed = () => changesOf(saved, store.get().values)
  const isDirty = () => Object.keys(changed()).length > 0
  let saving: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  let line: Promise<unknown> = Promise.resolve()
  let restUntil = 0
  const isResting = () => Date.now() < restUntil

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const next = line.then(work)
    line = next.catch(() => {})
    return next
  }
  const settle = () => {
    // What was typed while the answer came is still to be kept.
    if (isDirty()) return change({ state: 'typing' })
    clearTimeout(keeping)
    void dropDraft(person, draftKey)
    return change({ state: 'saved', savedAt: Date.now(), problem: null })
  }
  /** Takes over a note as the server answered it; what was typed since stays typed. */
  const take = (note: NoteOnScreen) => {
    const mine = typedValues(saved, store.get().values)
    saved = valuesOf(note)
    change({ note, values: { ...saved, ...mine }, isSigned: note.signed_at !== null })
  }

  const begin = async () => {
    const { values } = store.get()
    sent = values
    const disposition = (values.disposition || null) as NoteOnScreen['disposition']
    const asked = { ...values, disposition, follow_up_on: values.follow_up_on || null }
    const note = await call(createConsultation, { body: { attendance_process: visit, ...asked } })
    saved = values
    change({ note })
  }
  const send = async (note: NoteOnScreen) => {
    const { values } = store.get()
    sent = values
    const { version, changed_at } = await call(saveConsultation, {
      params: { id: note.id },
      body: { ...changed(), version: note.version },
    })
    saved = values
    change({ note: { ...note, version, changed_at } })
  }
  /** Somebody else, or another window, saved the note first: only boxes that both wrote in are a question. */
  const meet = (theirs: NoteOnScreen) => {
    if (theirs.signed_at === null && !isInBoth(saved, store.get().values, valuesOf(theirs), sent)) {
      take(theirs)
      change({ state: 'typing' })
      return void save()
    }
    return change({ state: 'stuck', clash: theirs })
  }
  /** Says what stood in the way; what was typed is kept in this browser whatever it was. */
  const refused = async (error: unknown) => {
    await keepDraft(person, draftKey, store.get().values, store.get().note?.version)
    if (!(error instanceof ApiError)) return change({ state: 'stuck', problem: messageOf(error) })
    if (error.status === 412) return meet(error.body['current'] as NoteOnScreen)
    if (error.body['code'] === 'draft_open') return meet(await call(getConsultation, { params: { id: Number(error.body['id']) } }))
    if (error.body['code'] === 'signed') {
      const note = await call(getConsultation, { params: { id: store.get().note!.id } })
      return change({ note, state: 'stuck', isSigned: true, problem: messageOf(error) })
    }
    return change({ state: 'stuck', problem: messageOf(error) })
  }
  const save = () =>
    inLine(async () => {
      const { note, clash, isSigned } = store.get()
      if (!isDirty() || clash || isSigned) return
      change({ state: 'saving' })
      try {
        await (note ? send(note) : begin())
        restUntil = 0
        settle()
        if (isDirty()) schedule()
      } catch (error) {
        if (isUnsettled(error)) restUntil = Date.now() + REST_MS
        await refused(error).catch((failure: unknown) => change({ state: 'stuck', problem: messageOf(failure) }))
      }
    })
  const schedule = () => {
    clearTimeout(saving)
    saving = setTimeout(() => void save(), Math.max(SAVE_AFTER_MS, restUntil - Date.now()))
  }

  /** Sends what is typed now, and waits for it: throws when it cannot be saved. */
  const flush = async () => {
    clearTimeout(saving)
    await save()
    // Once more where another window had saved other boxes meanwhile.
    if (isDirty() && store.get().state === 'typing') await save()
    const { problem, clash } = store.get()
    if (clash) throw new Error('clash')
    if (isDirty()) throw new Error(problem ?? 'unsaved')
  }
  /** The note, begun when it has to be. */
  const there = async () => {
    await flush()
    if (!store.get().note) await inLine(begin)
    return store.get().note!
  }
  const withNote = async (work: (note: NoteOnScreen) => Promise<NoteOnScreen>) => {
    await there()
    return inLine(async () => take(await work(store.get().note!)))
  }

  return {
    store,
    set: <K extends keyof NoteValues>(name: K, value: NoteValues[K]) => {
      change({ values: { ...store.get().values, [name]: value }, state: isResting() ? 'stuck' : 'typing' })
      clearTimeout(keeping)
      keeping = setTimeout(() => void keepDraft(person, draftKey, store.get().values, store.get().note?.version), KEEP_AFTER_MS)
      schedule()
    },
    flush,
    /** What is typed here and not on the server. */
    typed: () => typedValues(saved, store.get().values),
    /** Tries once more what could not be sent. */
    retry: save,
    /** What an earlier sitting typed and could not send comes back: as a question where the note has another version and text there since. */
    restore: async () => {
      const kept = await readDraft(person, draftKey)
      if (!kept || isDirty()) return
      const { note, values } = store.get()
      change({ values: { ...values, ...(kept.values as Partial<NoteValues>) } })
      if (!isDirty()) return void dropDraft(person, draftKey)
      const meets = Object.keys(changed()).some((name) => saved[name as keyof NoteValues] !== '')
      if (note && kept.version !== note.version && meets) return change({ state: 'stuck', clash: note })
      return schedule()
    },
    /** The server's note was read again: taken over while nothing is typed here. */
    refresh: (note: NoteOnScreen | null) => {
      const { note: mine, clash } = store.get()
      if (clash || !note || (mine && note.version <= mine.version) || isDirty()) return
      void inLine(() => Promise.resolve(take(note)))
    },
    addDiagnosis: (body: DiagnosisBody) =>
      withNote(({ id, version }) => call(addDiagnosis, { params: { id }, body: { ...body, version } })),
    changeDiagnosis: (part: number, body: DiagnosisChange) =>
      withNote(({ id, version }) => call(changeDiagnosis, { params: { id, part }, body: { ...body, version } })),
    removeDiagnosis: (part: number) => withNote(({ id, version }) => call(removeDiagnosis, { params: { id, part }, body: { version } })),
    /** Signs what is written, with orders that are not sent where they are kept on purpose; answers the signed note. */
    sign: async (isKept: boolean) => {
      await there()
      return inLine(async () => {
        const { id, version } = store.get().note!
        return call(signConsultation, { params: { id }, body: { version, ...(isKept && { keep_orders: true }) } })
      })
    },
    keepMine: () => {
      const { clash } = store.get()
      if (!clash) return
      // Only what was typed here goes over theirs; a box that nobody touched here keeps what they wrote.
      take(clash)
      change({ clash: null, state: 'typing' })
      schedule()
    },
    takeTheirs: () => {
      const { clash } = store.get()
      if (!clash) return
      saved = valuesOf(clash)
      change({ note: clash, values: saved, clash: null })
      settle()
    },
    /** What was typed after somebody signed becomes an addendum. */
    addAsAddendum: async () => {
      const { note, values } = store.get()
      const answer = await call(addAddendum, { params: { id: note!.id }, body: { text: unsavedText(saved, values) } })
      saved = values
      await dropDraft(person, draftKey)
      return answer
    },
    close: () => {
      clearTimeout(saving)
      if (isDirty()) void save()
    },
  }
}
export type NoteKeeper = ReturnType<typeof keepNote>
