import { fold } from '../fold.ts'
import { wordList } from '../names/rows.ts'

const folded = (text: string) => new Set(wordList(text).map(fold))

/** Words that name a disease by themselves; what stands before them says which. */
export const ALONE = folded(`
cancer, cancers, carcinoma, tumour, neoplasm, neoplasia, malignancy, sarcoma, lymphoma, leukaemia, adenoma, melanoma, metastasis
glioma, anaemia, ataxia, dystonia, cataract, epilepsy, seizure, convulsion, deafness, blindness, arthritis, meningitis
hepatitis, diabetes, jaundice, fever, thrombosis, embolism, stroke, infarction, ischaemia, haemorrhage, oedema, hypertension
hypotension, arrhythmia, tachycardia, bradycardia, cardiomyopathy, myopathy, neuropathy, nephropathy, retinopathy
encephalopathy, dementia, psychosis, depression, anxiety, schizophrenia, migraine, asthma, pneumonia, sepsis, malaria
tuberculosis, goitre, obesity, malnutrition, dehydration, polyposis, dystrophy, dysplasia, aplasia, hypoplasia, hyperplasia
atrophy, hypertrophy, sclerosis, fibrosis, cirrhosis, necrosis, stenosis, hernia, fistula, polyp, abscess, ulcer, fracture
hydrocephalus, microcephaly, paralysis, palsy, chorea, tremor, neuralgia, myalgia, arthralgia, headache, eczema, dermatitis
psoriasis, ichthyosis, vasculitis, colitis, pancreatitis, nephritis, glomerulonephritis, cystitis, pharyngitis, tonsillitis
sinusitis, otitis, conjunctivitis, keratitis, uveitis, gastritis, toxicity, overdose, coma, delirium, scoliosis, osteoporosis
osteomyelitis, rickets, gout, lupus, porphyria, leukodystrophy, telangiectasia, hypothyroidism, hyperthyroidism
immunodeficiency, haemophilia, thalassaemia, thrombocytopenia, neutropenia, retinoblastoma, bruising, contracture, retinoschisis
aneurysm, tetanus, cholestasis, rigidity, spasticity, dyskinesia, calcification, poisoning, hyperactivity, hypoxia, gallstone
cleft, albinism, dwarfism, autism, keratoderma, nystagmus, strabismus, myoclonus, spasm, impotence, infertility, bleeding
incontinence, insomnia, amnesia, catalepsy, hallucination, hyperalgesia, dyspnoea
`)

/** Words that name a disease only with what stands before them: "liver disease", "heart failure". */
export const BOUND = folded(`
disease, disorder, syndrome, deficiency, deficient, abnormality, anomaly, malformation, defect, failure, insufficiency, injury
infection, impairment, dysfunction, retardation, degeneration, lesion, loss, dysgenesis, agenesis, deformity, disability
handicap, inflammation, infestation, cyst, nodule, wart, prolapse, obstruction, occlusion, rupture, perforation, torsion
dislocation, sprain, laceration, swelling, mass, lump, pain, ache, tenderness, weakness, stiffness, rash, discharge, itching
burn, trauma, damage, enlargement, regurgitation, arrest, fibrillation, flutter, effusion, stone, calculus, worm
poisoning, allergy, hypersensitivity, intolerance, dependence, addiction, withdrawal, malabsorption, insensitivity, palate, lip
opacity, detachment, stature, delay, wasting, collapse, crisis, carcinomatosis, disturbance, illness
thickening, deposit, arthropathy, stricture, tear, diverticulum, diverticula, phenomenon, disomy, trisomy, monosomy, pigmentosa, insipidus, mellitus, imperfecta
congenita, gravis, erythematosus, suppression, depression, overgrowth, hyperreactivity, intoxication, resistance
haploinsufficiency, injuries, involvement, tics, tic, reflux, pits, reaction, lethality, hypomyelination
deterioration, 
`)

/** Words before which any name or short form says which: "Fabry disease", "VHL disease", "CETP deficiency". */
export const NAMED = folded(`
disease, disorder, syndrome, anomaly, dystrophy, ataxia, sarcoma, tumour, lymphoma, chorea, palsy, phenomenon, malformation
deficiency, deficient, dysplasia, contracture, oesophagus, thyroiditis, encephalopathy, granulomatosis, haploinsufficiency
fracture, disability, cancer, dystonia, neuropathy, atrophy, infection, retardation, defect, abnormality, dysfunction
telangiectasis
`)

/** Words after which "of" says what or where: "deficiency of protein S", "cancer of the colon". */
export const WITH_OF = folded(`
deficiency, degeneration, abnormality, malformation, defect, contracture, hypoplasia, aplasia, atrophy, loss, cancer
carcinoma, tumour, neoplasm, malignancy, inflammation, hypertrophy, hyperplasia, fracture, infection, disorder, polyp, polyposis
dislocation, weakness, swelling, paralysis, impairment, dysfunction, pain, oedema, haploinsufficiency, disease, wasting
agenesis, cyst, adenoma, fibrosis, abscess, ulcer, thrombosis, injury, stenosis, malignancies, cystadenoma, telangiectasia, burn
laceration, dysplasia, rupture
`)

/** Names after which a number or letter says which: "hepatitis B", "mucopolysaccharidosis VII". */
export const NUMBERED = folded(`
hepatitis, haemophilia, mucopolysaccharidosis, ataxia, neurofibromatosis, dystrophy, diabetes, porphyria, glycogenosis, trisomy
gangliosidosis, tyrosinaemia, hyperoxaluria, achondrogenesis, atelosteogenesis, neoplasia, mucolipidosis, syndrome
homocystinuria, dystonia, influenza, citrullinaemia, sialidosis, mps, sca, disomy, aciduria, disease, schistosomiasis
`)

/** Words that say what somebody feels or shows rather than what it comes from. */
export const SYMPTOM_WORDS = folded(`
pain, ache, tenderness, swelling, weakness, stiffness, rash, discharge, itching, lump, mass, bleeding, tremor, headache, fever
spasm, discomfort, dyspnoea, tachycardia, bradycardia, jaundice, oedema, convulsion, hallucination, insomnia, incontinence, coma
delirium, bruising, symptom, wasting, distress, collapse, rigidity, spasticity, nausea, vomiting, myalgia, arthralgia
thickening, enlargement, loss
`)

/** Words of everyday speech that name a disease only directly after a part of the body or a kind of disease: "kidney failure". */
export const VAGUE = folded(`
failure, mass, lump, damage, delay, arrest, loss, collapse, crisis, resistance, rupture, reaction, discharge, suppression, deterioration
disturbance, trauma, tear, deposit, lesion, involvement, obstruction, enlargement, depression, burn, withdrawal, thickening, spasm, wasting
`)

/** Words after which "loss" is one: "hearing loss", not "allelic loss". */
export const LOST = folded(`
hearing, vision, visual, memory, hair, weight, tooth, bone, sensory, blood, appetite, consciousness, pregnancy, fetal, neuronal, muscle
voice, speech, sight, taste, smell, fluid, feeling, sensation, sensorineural
`)
