import { nameRows } from './rows.ts'

/** Neoplasms: name; ICD-10; other names. */
export const neoplasms = nameRows(`
malignant neoplasm of lip; C00.9;
malignant neoplasm of tongue; C02.9;
gum cancer; C03.9;
malignant tumor of parotid gland; C07; malignant neoplasm of parotid gland
cancer of nasopharynx; C11.9; nasopharyngeal carcinoma
cancer of oesophagus; C15.9; oesophageal cancer, gullet cancer
cancer of stomach; C16.9; gastric cancer, stomach cancer, malignant neoplasm of stomach
malignant neoplasm of small intestine; C17.9;
cancer of colon; C18.9; bowel cancer, colon cancer, malignant neoplasm of colon, malignant neoplasm of large intestine
malignant neoplasm of rectosigmoid junction; C19;
cancer of rectum; C20; rectal cancer
malignant tumor of rectum; C20; malignant neoplasm of rectum
malignant neoplasm of anal canal; C21.1; anal cancer
liver cell cancer; C22.0; hepatocellular carcinoma, hepatoma, liver cancer, HCC
malignant tumor of gallbladder; C23; malignant neoplasm of gallbladder
malignant neoplasm of biliary tract; C24.9;
malignant neoplasm of pancreas; C25.9; malignant tumor of pancreas
malignant neoplasm of auditory tube; C30.1;
malignant neoplasm of accessory sinus; C31.9;
malignant tumor of laryngeal cartilage; C32.3; malignant neoplasm of laryngeal cartilage
malignant tumor of trachea; C33; malignant neoplasm of trachea
cancer of lung; C34.9; lung cancer, bronchus cancer
melanoma of skin; C43.9; melanoma, malignant melanoma of skin
Kaposi sarcoma; C46.9; KS, Kaposi's sarcoma of skin
cancer of breast; C50.9; breast cancer, cancer du sein, saratani ya matiti, malignant neoplasm of female breast
malignant tumor of vulva; C51.9;
malignant neoplasm of vagina; C52; vaginal cancer
cancer of cervix; C53.9; cervical cancer, cancer of neck of womb, saratani ya mlango wa kizazi, malignant neoplasm of cervix uteri
cancer of endometrium; C54.1; womb cancer, uterine cancer
malignant neoplasm of corpus uteri; C54.9;
malignant neoplasm of uterus; C55;
cancer of ovary; C56; ovarian cancer, malignant tumor of ovary, malignant neoplasm of ovary
malignant tumor of penis; C60.9;
cancer of prostate; C61; prostate cancer, saratani ya tezi dume, carcinoma of prostate
malignant tumor of prostate; C61; malignant neoplasm of prostate
malignant tumor of testis; C62.9; malignant neoplasm of testis
malignant neoplasm of kidney; C64; renal CA, kidney cancer, renal cancer
malignant neoplasm of renal pelvis; C65;
malignant neoplasm of urinary bladder; C67.9;
malignant neoplasm of urinary organ; C68.9;
astrocytoma brain tumor; C71.9;
malignant brain tumour; C71.9;
malignant neoplasm of nervous system; C72.9;
malignant neoplasm of thyroid gland; C73;
malignant tumor of adrenal gland; C74.9;
malignant tumor of parathyroid gland; C75.0; malignant neoplasm of parathyroid gland
malignant neoplasm of endocrine gland; C75.9;
malignant neoplasm of humerus; C79.5; malignant tumour of humerus
malignant tumor of vertebral column; C79.5;
malignant neoplasm of bone; C79.5; bone cancer, bone malignancy
carcinomatosis; C79.9;
metastatic neoplasm; C79.9; metastasis
adenocarcinoma; C80.0; adenocarcinoma of unknown origin
adenosquamous carcinoma; C80.9;
squamous cell carcinoma; C80.9;
malignant neoplasm; C80.9; malignant neoplastic disease
Neoplasm/cancer; C80.9; cancer
malignant tumoral disease; C80.9;
Hodgkin's disease; C81.9; Hodgkin's lymphoma
Burkitt lymphoma; C83.7; jaw lymphoma
diffuse non-Hodgkin's lymphoma; C83.9;
Non-Hodgkin lymphoma; C85.9; lymphoma, NHL
malignant lymphoma; C85.9; NH lymphoma
myeloma; C90.0;
lymphoid leukemia; C91.9;
chronic myeloid leukemia; C92.1;
myeloid leukemia; C92.9;
acute leukaemia; C95.0;
leukaemia; C95.9; blood cancer
CIS uterine cervix; D06.9;
carcinoma in situ; D09.9;
benign neoplasm of parotid gland; D11.0;
benign neoplasm of oesophagus; D13.0;
benign neoplasm of stomach; D13.1;
benign neoplasm of duodenum; D13.2;
benign neoplasm of liver; D13.4;
benign neoplasm of pancreas; D13.6;
benign neoplasm of bone; D16.9;
lipoma; D17.9; fatty lump
benign lipomatous neoplasm; D17.9;
haemangioma; D18.0;
lymphangioma; D18.1; lymphovascular malformation
benign soft tissue lump; D21.9; benign neoplasm of soft tissue
fibroma; D21.9;
pigmented hairy epidermal nevus; D22.5; becker naevus, becker melanosis
skin mole; D22.9; naevus
onychomatricoma; D23.9;
benign lump of breast; D24; fibroadenoma, breast lump benign
fibroadenoma of breast; D24;
uterine fibroids; D25.9; fibroids, leiomyoma, myoma, fibromes, uterine leiomyoma, leiomyoma of uterus
benign neoplasm of uterine cervix; D26.0;
benign neoplasm of uterus; D26.9;
benign ovarian tumour; D27; dermoid cyst of ovary
benign neoplasm of ovary; D27;
benign neoplasm of fallopian tube; D28.2;
benign neoplasm of scrotum; D29.4;
benign neoplasm of urinary organ; D30.9;
benign neoplasm of thyroid gland; D34;
benign neoplasm of endocrine gland; D35.9;
stromal tumor of digestive system; D37.9; gastro-intestinal stromal tumor
neoplasm of brain; D43.2;
neoplasm; D48.9;
`)
