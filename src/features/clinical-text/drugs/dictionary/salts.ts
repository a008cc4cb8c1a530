/** What follows a name as its salt or ester: "gentamicin sulfate", "ketamine hydrochloride". */
export const salts = `
hydrochloride hcl dihydrochloride hydrobromide bromide chloride iodide sulfate sulphate bisulfate phosphate diphosphate nitrate mononitrate
acetate diacetate tartrate bitartrate maleate fumarate succinate hemisuccinate citrate mesylate mesilate methanesulfonate tosylate tosilate
besylate besilate pamoate embonate gluconate digluconate lactate lactobionate estolate stearate ethylsuccinate palmitate propionate
dipropionate valerate decanoate enanthate undecanoate cypionate cipionate benzoate caproate acetonide furoate sodium disodium potassium
calcium magnesium zinc meglumine tromethamine trometamol lysine arginine disoproxil alafenamide axetil proxetil cilexetil medoxomil etexilate mofetil
aspartate oxalate salicylate carbonate bicarbonate hydroxide oxide trihydrate dihydrate monohydrate anhydrous methylsulfate metilsulfate
camsylate camsilate esylate napsylate nicotinate isethionate orotate pivoxil teoclate xinafoate hyclate perchlorate ester
`
/** What stands before an anion: "magnesium sulfate", "sodium nitroprusside". */
export const cations = `
sodium potassium calcium magnesium lithium ammonium ferrous ferric iron zinc copper cupric silver barium aluminium aluminum mercuric mercury lead
cadmium cobalt nickel manganese strontium disodium trisodium dipotassium methyl ethyl benzyl cholesterol sulfur chromium bismuth
tetraethylammonium potassium uranyl thallium thallous stannous lanthanum gadolinium cetylpyridinium benzalkonium hydrogen
`
/** What may follow these: the anions, and all that ends in -ate, -ite or -ide. */
export const anions = `
chloride bromide iodide fluoride sulfate sulphate phosphate nitrate nitrite carbonate bicarbonate acetate citrate lactate gluconate oxalate
hydroxide oxide peroxide cyanide sulfide sulphide arsenite arsenate selenite chromate dichromate permanganate thiosulfate borate silicate
stearate benzoate salicylate valproate oleate orotate fumarate tartrate glutamate aspartate stibogluconate hypochlorite azide perchlorate
dihydrogenphosphate sulfite sulphite bisulfite metabisulfite polystyrene nitroprusside warfarin heparin pentobarbital thiopental
`
