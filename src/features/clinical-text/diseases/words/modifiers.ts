import { fold } from '../fold.ts'
import { wordList } from '../names/rows.ts'

const folded = (text: string) => new Set(wordList(text).map(fold))

/** Parts of the body and what grows in them, before or after the word that names the disease. */
export const SITES = folded(`
abdomen, abdominal, adrenal, anal, ankle, anus, aorta, aortic, appendix, arm, artery, arterial, back, biliary, bladder, blood
bone, bowel, brain, breast, bronchus, bronchial, calf, cardiac, cartilage, cerebellum, cerebellar, cerebral, cervical, cervix
cheek, chest, choroid, colon, colonic, colorectal, cornea, corneal, coronary, cranial, cutaneous, dental, duodenal, duodenum
ear, elbow, endometrial, endometrium, epidermal, epiphyseal, eye, eyelid, face, facial, fat, finger, foot, forearm, fundus
gallbladder, gastric, gastrointestinal, genital, genitourinary, gingival, gland, groin, gum, hair, hand, head, hearing, heart
hepatic, hip, humerus, iris, intestinal, intestine, intracranial, intracerebral, jaw, joint, kidney, knee, laryngeal, larynx
leg, lens, lid, limb, lip, liver, lumbar, lung, lymph, lymphatic, lymphoid, macular, mandible, marrow, mitral, mouth, mucosa
mucosal, muscle, muscular, myocardial, nail, nasal, nasopharyngeal, neck, nerve, neural, neuromuscular, node, nose, ocular
oesophageal, oesophagus, optic, oral, orbital, ovarian, ovary, palate, palatal, pancreas, pancreatic, parathyroid, parotid
pelvic, penile, penis, pericardial, periodontal, peripheral, pharyngeal, pituitary, placenta, placental, pleural, prostate
prostatic, pulmonary, rectal, rectum, renal, respiratory, retina, retinal, rib, salivary, scalp, scrotal, scrotum, septal
shoulder, sinus, skeletal, skin, skull, spinal, spine, spleen, splenic, sternal, stomach, subcutaneous, systemic, tendon
testicular, testis, thigh, thoracic, throat, thumb, thymus, thymic, thyroid, tibia, toe, tongue, tonsil, tooth, teeth, trachea
tracheal, tricuspid, tubal, tubular, ureter, urethral, urinary, urogenital, uterine, uterus, uvula, vaginal, valve, valvular
vascular, vein, venous, ventricular, vertebral, vestibular, visual, vocal, vulva, vulval, wrist, nervous, tube, tract, duct
tissue, stem, brainstem, cord, body, cell, vessel, femur, clavicle, radius, ulna, epidermis, dermal, conduction, speech
language, vision, colour, mental, motor, sensory, gait, behavioural, cognitive, learning, eating, sleep, mood, memory, voice
balance, growth, stage, lower, upper
`)

/** Words that say of what kind or from where a disease is; they belong to its name. */
export const KINDS = folded(`
acquired, acute, adolescent, adult, advanced, aggressive, alcoholic, allergic, allelic, alveolar, amyotrophic, anaphylactic
anaplastic, ankylosing, anterior, aplastic, atopic, attenuated, atypical, autoimmune, autosomal, bacterial, basal, benign
bilateral, bipolar, brittle, bullous, central, childhood, chromosomal, chromosome, chronic, classic, classical, clear, cleft
cluster, compressive, congenital, congestive, connective, contact, contiguous, cystic, degenerative, demyelinating, dental
developmental, diabetic, diastrophic, diffuse, dilated, disseminated, dominant, dominantly, ductal, ectopic, end, endemic
endocrine, enlarged, enzyme, epithelial, erosive, essential, exudative, familial, fatty, febrile, fibrous, focal, follicular
fragile, fulminant, functional, fungal, gene, generalised, genetic, germ, gestational, giant, haemolytic, haemorrhagic
hereditary, heritable, herniated, hypertensive, hypertrophic, iatrogenic, idiopathic, immune, impaired, inborn, infantile
infectious, inflammatory, inguinal, inherited, insulin, interstitial, intrauterine, invasive, iron, ischaemic, isolated
juvenile, large, late, latent, legal, linked, lobular, localised, long, lymphoblastic, lymphocytic, lysosomal, malignant, manic
maternal, medullary, megaloblastic, mendelian, mesenchymal, metabolic, metastatic, mitochondrial, mixed, monogenic, multifocal
multiple, multisystem, muscular, mycotic, myeloid, myelogenous, necrotising, neonatal, neoplastic, nephrotic, neurodegenerative
neurogenetic, neurologic, neurological, neuropsychiatric, neurotic, nocturnal, nonsyndromic, obsessive, obstructive
occupational, organic, paediatric, painful, papillary, paranoid, parasitic, paroxysmal, partum, peptic, peroxisomal, personality
pigmented, polycystic, polygenic, postnatal, postoperative, postpartum, posterior, premature, premenopausal, postmenopausal
prenatal, pressure, preterm, primary, psychiatric, psychotic, puerperal, purulent, pyogenic, reactive, recessive, recessively
rheumatic, rheumatoid, secondary, seizure, senile, septic, sensorineural, sex, sexual, short, sickle, skeletal, small, solid
spastic, sporadic, squamous, storage, streptococcal, structural, subacute, sudden, suppurative, syndromic, syphilitic, tension
thyrotoxic, tonic, toxic, transient, traumatic, tropical, tuberculous, tuberous, ulcerative, unilateral, uniparental, valvular
varicose, viral, vitamin, wet, withdrawal, X, Y, repeat, trinucleotide, triplet, polyglutamine, transport, metabolism
drug, alcohol, trait, responsive, resistant, dependent, non, type, dry, seasonal
stress, urge, lactose, gluten, milk, nut, egg, dust, food, latex, salt, water, heat, hormone, factor
protein, complement, component, copper, zinc, folate, acid, carnitine, glucose, phosphate, lactase, biotin, haemoglobin, myelin
excess, excessive, substance, opioid, tobacco, nicotine, heavy, low, abnormal, absent, blurred, double, rhabdoid, myotonic
dysmyelinating, seropositive, seronegative, antisocial, borderline, attention, deficit, simplex, zoster, herpes, HIV, hepatitis
pneumococcal, meningococcal, gonococcal, neisserial, staphylococcal, chlamydial, salmonella, candida, candidal, influenza, virus
helminth, hookworm, wound, bite, flank, joint, epigastric, tummy, belly, period, menstrual, labour, loin, suprapubic, side, calf
breathing, swallowing, weight, appetite, mass, white, matter, beta, alpha, gamma, chain, very, medium, growth, segment, hearing
nodular, pit
`)

/** Adjectives by their ending that do not belong to a name. */
export const GENERAL = folded(`
actual, additional, alternative, annual, apparent, basic, biological, biochemical, brief, causal, certain, characteristic
clinical, comic, common, comparable, conventional, critical, crucial, daily, diagnostic, dramatic, dynamic, economic, electronic
equal, experimental, epidemiologic, epidemiological, ethnic, eventual, exceptional, external, extraordinary, famous, fatal
final, formal, frequent, general, global, historic, historical, homozygous, heterozygous, ideal, identical, important
individual, initial, intermediate, internal, international, intragenic, ironic, lethal, local, logical, magic, main, marginal
maximal, mechanical, medical, minimal, molecular, multicentre, mutual, national, natural, nominal, normal, notable, numerous
obvious, occasional, official, optimal, ordinary, original, overall, parental, partial, pathogenic, pathological, perfect
personal, pharmacologic, phenotypic, physical, physiological, plastic, polymorphic, popular, potential, practical, preliminary
previous, principal, probable, professional, public, rational, real, realistic, recurrent, regional, regular, residual, rural
scientific, separate, serial, serious, severe, several, significant, similar, singular, social, somatic, special, specific
spontaneous, statistical, strategic, subsequent, substantial, subtotal, subtle, successful, surgical, symptomatic, asymptomatic
systematic, technical, terminal, therapeutic, topic, total, traditional, typical, universal, unusual, urban, usual, various
verbal, virtual, vital, hospital, referral, proposal, trial, arrival, removal, interval, signal, animal, material, portal
renewal, survival, approval, approximal, clinic, topical, particular, familiar, nuclear, year, far, dear, bear, appear, near
library, january, february, necessary, summary, contrary, voluntary, temporary, contemporary, salary, diary, dictionary
reveal, heal, deal, seal, conceal, appeal, unclear, military, literary, generous, continuous, simultaneous, dangerous, pic, epic, traffic, fabric, music, academic, panic, graphic
hispanic, islamic, catholic, arabic, domestic, obstetric, gynaecological, logic, italic, genomic, mutant, intronic, exonic
caucasic, autosomic, syntenic, chimeric, transgenic, cytogenetic, electrophoretic, parametric, consanguineous, indigenous
analogous, homologous, spurious, suspicious, precious, conscious, unconscious, anxious, curious, cautious, antibiotic, analgesic
prophylactic, empiric, empirical, dietary, monetary, tertiary, bimodal, trimodal, ongoing, known, possible, paternal, bipaternal
manual, gradual, casual, vocal, loyal, royal, legal, illegal, moral, rival, festival, tribal, herbal
`)

/** Function words and others that never stand in a name though they may be written with a capital letter. */
export const NEVER = folded(`
a, an, the, this, that, these, those, such, some, any, no, not, all, both, each, every, other, another, many, most, few, several
one, two, three, four, five, six, seven, eight, nine, ten, of, in, on, at, by, for, from, to, with, without, and, or, but, nor
as, than, if, when, while, where, which, who, whom, whose, what, how, why, because, since, although, though, after, before
during, between, among, within, is, are, was, were, be, been, being, has, have, had, having, do, does, did, can, could, may
might, must, shall, should, will, would, it, its, he, his, him, she, her, they, their, them, we, our, us, you, your, i, my, me
there, here, also, only, however, thus, therefore, then, possible, probable, suspected, likely, known, history, past, family
patient, patients, severe, mild, moderate, rare, common, new, old, current, recent, previous, human, mouse, murine, age, early
onset, more, less, very, same, different, similar, first, second, third, last, next, causing, caused, cause, including, include
like, via, per, vs, against, about, under, over, up, down, out, into, through, hx, pmh, dx, sx, rx, plan, impression, assessment
diagnosis, differential, complaint, complaints, presenting, mr, mrs, ms, dr, clinic, ward, hospital, please, review, follow
treated, treat, treatment, denies, reports, complains, states, using, used, identified, whether, either, neither, gene, genes
mutation, mutations, families, risk, cases, case, children, child, boy, girl, man, woman, women, men, infant, jewish, finnish
french, german, american, english, japanese, dutch, italian, british, canadian, european, african, asian, chinese, black, white
`)
