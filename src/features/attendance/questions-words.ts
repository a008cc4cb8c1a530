import type { Phrases } from '#platform/questions/subject.ts'
import type { Track } from './rules.ts'

export const trackWords = ['track', 'stage', 'station', 'service point', 'queue', 'room', 'step'] as const

/** How people call the places of a visit. */
export const trackValues: Readonly<Record<Track, Phrases>> = {
  reception: ['reception', 'front desk', 'registration', 'front office'],
  triage: ['triage', 'nurse', 'nursing', 'vitals'],
  // Bare, it is whose patients they are.
  doctor: [
    'the doctor',
    'a doctor',
    'see doctor',
    'for doctor',
    'with doctor',
    'doctor room',
    'doctor queue',
    'consultation',
    'a clinician',
    'the clinician',
  ],
  lab: ['laboratory'],
  'awaiting result': ['awaiting result', 'result pending', 'for result', 'for their result', 'result'],
  'added result': ['result ready', 'result added', 'result back', 'ready result', 'review result'],
  pharmacy: ['pharmacy', 'dispensary', 'chemist', 'medicine', 'drug'],
  billing: ['billing', 'cashier', 'cash office', 'to pay', 'payment'],
  inpatient: ['inpatient', 'ward', 'admitted', 'admission'],
  discharged: [],
  complete: [],
}

/** Where a visit stands today says little of where a visit of last month was: only what it may have ended with can be asked for. */
export const lastTrackValues: Readonly<Record<Track, Phrases>> = {
  ...(Object.fromEntries(Object.keys(trackValues).map((track) => [track, []])) as unknown as Record<Track, Phrases>),
  inpatient: ['inpatient', 'admitted', 'admission'],
  discharged: ['discharged'],
  complete: ['completed'],
}

export const priorityValues = {
  routine: ['routine', 'not urgent', 'non urgent'],
  urgent: ['urgent'],
  emergency: ['emergency'],
} as const satisfies Record<string, Phrases>

const people = 'patient|people|client'
export const seenWords: Phrases = [
  `${people} see|attended|served|treated|handled|received|examined`,
  `${people} come|arrived|turned`,
  `${people} visit clinic|facility|hospital|us|here`,
  `${people} =visited`,
  'different|unique|distinct|individual patient|people',
  `different|unique|distinct|individual ${people} see|come|attended|visit`,
  'patient flow|volume|turnout|traffic|load|throughput',
  'footfall',
]
export const lengthWords: Phrases = [
  'length visit|stay',
  'duration visit|stay',
  'long visit|stay',
  'longest|shortest visit|stay',
  'long visit|stay take|last',
  'long patient|people stay|spend',
  'time spend clinic|facility|hospital|here',
  'time patient|people spend',
  'average|mean|median =visit',
  'average|mean|median visit|stay length|duration|time',
  'visit minutes|=hours',
  'arrival departure|discharge|exit',
]
export const waitingWords: Phrases = [
  'waiting',
  `${people} waiting`,
  'anybody|anyone|somebody|someone|who waiting',
  'queue',
  `${people} queue`,
  'queue length|size|long',
  `${people} now|currently|moment|presently`,
  `waiting now|currently|moment|presently`,
  `${people} waiting now|currently|moment|presently`,
  // A list is asked for, not the waiting list.
  `list ${people} waiting`,
  `list ${people} are waiting`,
  'still here|inside|around',
  'on board',
]
export const waitedWords: Phrases = [
  'been waiting',
  'been waiting long|longest|time',
  `${people} been waiting long|longest`,
  'waiting time now|currently|moment|present|current',
  'waiting so far',
  'waiting now longest|long|average|minutes',
  'waiting now longest waited',
  'anybody|anyone|somebody|someone waiting now longest waited',
]
export const waitWords: Phrases = [
  'waiting time',
  'long waited',
  `long ${people} waited`,
  'average|mean|median|typical wait',
  'longest|shortest wait',
  'longest|shortest waiting time',
  `average|mean|median|typical ${people} wait`,
  `average|mean|median long ${people} wait`,
  'time spend waiting',
  'time spend track|station|stage',
  'delay',
  'minutes waited',
  `minutes ${people} waited`,
]
