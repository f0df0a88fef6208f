# Bash completion of `referee` and `sprt`. The words come from the programs' --help-all, so a new subcommand or flag needs
# no change here. In the help {a,b} are the words that a value may be; FILE, DIR and COMMAND are files, directories and
# commands; TEXT is any text. In a word such as random:PLIES the user writes the part in capitals.

# Reads `--help` of the words given into the caller's flags, value_of, commands and positionals.
_referee_read_help() {
    local line section name rest value
    flags=() value_of=() commands=() positionals=()
    while IFS= read -r line; do
        if [[ $line == [!\ ]*: ]]; then
            section=$line
        elif [[ $line == '  '[!\ ]* ]]; then
            line=${line/#'  -h, '/'  '}
            read -r name rest <<<"$line"
            value=${rest%% *}
            [[ ${line#"  $name"} == ' '[!\ ]* ]] || value= # a description, further to the right
            if [[ $name == -* ]]; then
                value_of[$name]=$value flags+=("$name")
            elif [[ $section == Subcommands: ]]; then
                commands+=("$name")
            else
                positionals+=("$name ${value:-$name}")
            fi
        fi
    done < <(COLUMNS=100000 "$@" --help-all 2>/dev/null </dev/null)
}

# The names of the agents that come with a program.
_referee_agents() {
    local dir place agent
    dir=$(readlink -f -- "$(type -P -- "$1")") && dir=${dir%/*}
    for place in agents ../libexec/referee/agents; do
        [[ -d $dir/$place ]] || continue
        for agent in "$dir/$place"/*; do
            [[ -f $agent && -x $agent ]] && printf '%s\n' "${agent##*/}"
        done
        return
    done
}

# Adds to the caller's `found` the completions of `value`, a form from the help, for the flag or argument of this name.
_referee_value() {
    local value=$1 name=$2 cur=$3 word
    case $value in
    '{'*'}')
        value=${value#\{} value=${value%\}}
        for word in ${value//,/ }; do
            case $word in
            FILE | DIR) ;;
            *[A-Z]*) [[ ${word%%[A-Z]*} == "$cur"* ]] && found+=("${word%%[A-Z]*}") && compopt -o nospace ;;
            *) [[ $word == "$cur"* ]] && found+=("$word") ;;
            esac
        done
        # Bash quotes words and files alike as files, so files are offered only when no word fits.
        ((${#found[@]})) || for word in ${value//,/ }; do
            [[ $word != FILE && $word != DIR ]] || _referee_value "$word" "$name" "$cur"
        done
        ;;
    DIR) compopt -o dirnames ;;
    COMMAND)
        mapfile -t -O ${#found[@]} found < <(compgen -W "$(_referee_agents "${words[0]}")" -- "$cur")
        mapfile -t -O ${#found[@]} found < <(compgen -f -- "$cur")
        compopt -o filenames
        ;;
    FILE | TEXT)
        if [[ $name == *.* ]]; then
            mapfile -t -O ${#found[@]} found < <(compgen -f -X "!*.${name##*.}" -- "$cur")
            compopt -o filenames -o plusdirs
        else
            compopt -o default # readline's own, which knows about quotes
        fi
        ;;
    esac
}

_referee_complete() {
    local i word expects='' goes_on='' seen=0
    local -a words=() path flags commands positionals found=()
    local -A value_of given=()
    # Bash also splits at = and :; here the parts are one word.
    for ((i = 0; i <= COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        if [[ $i -gt 0 && ($goes_on || $word == [=:]*) ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
        [[ $word == *[=:] && $COMP_WORDBREAKS == *"${word: -1}"* ]] && goes_on=yes || goes_on=
    done
    local cur=${words[-1]} kept
    [[ $word == [=:] ]] && kept=$cur || kept=${cur%"$word"} # the part of `cur` that bash does not replace
    words[0]=${words[0]/#\~\//$HOME/}

    path=("${words[0]}")
    _referee_read_help "${path[@]}"
    for word in "${words[@]:1:${#words[@]}-2}"; do
        if [[ $expects ]]; then
            expects=
        elif [[ $word == -* ]]; then
            given[${word%%=*}]=yes
            [[ $word != *=* && ${value_of[$word]-} ]] && expects=$word
        elif [[ " ${commands[*]} " == *" $word "* ]]; then
            path+=("$word")
            _referee_read_help "${path[@]}"
        else
            ((++seen))
        fi
    done

    local positional=${positionals[seen]-}
    if [[ $expects ]]; then
        _referee_value "${value_of[$expects]}" "$expects" "$cur"
    elif [[ $cur == --*=* ]]; then
        _referee_value "${value_of[${cur%%=*}]-}" "${cur%%=*}" "${cur#*=}"
        found=("${found[@]/#/${cur%%=*}=}")
    elif [[ $cur == -* || (${#commands[@]} -eq 0 && ! $positional) ]]; then
        for word in "${flags[@]}"; do
            [[ $word == "$cur"* && ! ${given[$word]-} ]] && found+=("$word")
        done
    elif ((${#commands[@]})); then
        mapfile -t found < <(compgen -W "${commands[*]}" -- "$cur")
    else
        _referee_value "${positional#* }" "${positional% *}" "$cur"
    fi
    COMPREPLY=("${found[@]#"$kept"}")
}

complete -F _referee_complete referee sprt
